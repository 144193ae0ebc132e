import { isMuxError, MuxError } from '../../model/index.js';
import { notInstalledError } from '../store-not-installed.js';

/** Turns what SQLite, the file system or the loader of SQLite says into a catalogued error. */
export function sqliteError(error: unknown, path: string): MuxError {
  if (isMuxError(error)) return error;
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (code === 'MODULE_NOT_FOUND') return notInstalledError(path, error);
  const reason = reasons.find(({ codes }) => typeof code === 'string' && codes.test(code)) ?? unknown;
  const text = String(message);
  const { what, suggestion } = isLoaderError(text) ? notLoadable : reason;
  return new MuxError('STORE_UNAVAILABLE', `The database '${path}' ${what(text)}.`, {
    suggestion,
    details: { path, reason: code ?? text },
    cause: error,
  });
}

export function foreignDatabaseError(path: string): MuxError {
  return new MuxError('STORE_UNAVAILABLE', `The database '${path}' belongs to another program.`, {
    suggestion: 'Give a path where no file is yet, or that of a database of muxwright.',
    details: { path },
  });
}

interface Reason {
  /** Codes of SQLite, and errno names, that mean it. */
  readonly codes: RegExp;
  /** Continues "The database 'x' …". */
  readonly what: (message: string) => string;
  readonly suggestion: string;
}

const unknown: Reason = {
  codes: /^/,
  what: (message) => `could not be used: ${message.replace(/\.$/, '')}`,
  suggestion: 'Look at the file and its folder, or give another path.',
};

const notLoadable: Reason = {
  codes: /^ERR_DLOPEN_FAILED/,
  what: (message) => `cannot be opened, because SQLite does not load: ${message.split('\n', 1)[0]}`,
  suggestion: 'Use Node 22.16 or newer, which has SQLite itself, or install muxwright again.',
};

// The first that fits is taken.
const reasons: readonly Reason[] = [
  notLoadable,
  {
    codes: /^SQLITE_NOTADB/,
    what: () => 'is not a SQLite database, or it was overwritten',
    suggestion: 'Move the file away, and a new database is made; or give another path.',
  },
  {
    codes: /^SQLITE_CORRUPT/,
    what: () => 'is damaged',
    suggestion: "Move the file away, and a new one is made. 'sqlite3 FILE .recover' may save what was in it.",
  },
  {
    codes: /^SQLITE_READONLY_DBMOVED/,
    what: () => 'was moved or removed while it was open',
    suggestion: 'Open the store again.',
  },
  {
    codes: /^SQLITE_(READONLY|PERM|AUTH)|^(EACCES|EPERM|EROFS)$/,
    what: () => 'may not be written',
    suggestion:
      'Give this user the right to write the file and its folder, or set MUXWRIGHT_HOME to another folder.',
  },
  {
    codes: /^SQLITE_FULL|^(ENOSPC|EDQUOT)$/,
    what: () => 'cannot grow, because the disk is full',
    suggestion: 'Free some space, or set MUXWRIGHT_HOME to a folder on another disk.',
  },
  {
    codes: /^SQLITE_CANTOPEN|^(ENOTDIR|EISDIR|ENOENT|ELOOP|ENAMETOOLONG|EEXIST)$/,
    what: () => 'cannot be opened: the path is not that of a file that can be made or written',
    suggestion: 'Look at the path and the rights of its folder, or set MUXWRIGHT_HOME to another folder.',
  },
  {
    codes: /^SQLITE_(BUSY|LOCKED|PROTOCOL)/,
    what: () => 'was kept locked by another process for too long',
    suggestion: "Find the process that holds it ('fuser FILE'), and let it finish or end it.",
  },
  {
    codes: /^SQLITE_IOERR/,
    what: () => 'could not be read or written by the system',
    suggestion: 'Look at the disk and its free space, or set MUXWRIGHT_HOME to another folder.',
  },
];

/** Where the package has nothing for the system, its loader says so, without a code. */
function isLoaderError(message: string): boolean {
  return message.startsWith('No native build was found');
}
