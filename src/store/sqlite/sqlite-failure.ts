/** What SQLite complains about, with the name that its manual has for it as `code`. */
export class SqliteFailure extends Error {
  override readonly name = 'SqliteFailure';
  readonly code: string;

  private constructor(code: string, cause: Error) {
    super(cause.message, { cause });
    this.code = code;
  }

  /** Anything else, a wrong type for one, stays what it is. */
  static of(error: unknown): unknown {
    if (!(error instanceof Error)) return error;
    const { code, errcode, message } = error as NativeError;
    if (code !== 'ERR_SQLITE_ERROR') return error;
    return new SqliteFailure(errcode === undefined ? nameByMessage(message) : nameOf(errcode), error);
  }
}

interface NativeError extends Error {
  readonly code?: unknown;
  /** SQLite's number. The package leaves it out where a statement gives rows. */
  readonly errcode?: number;
}

/** The lowest byte is the kind; what is above it tells more about some of them. */
function nameOf(number: number): string {
  return details[number] ?? `SQLITE_${kinds[(number & 0xff) - 1] ?? number}`;
}

/** From 1 on, in the order of SQLite's numbers. */
const kinds = [
  ...['ERROR', 'INTERNAL', 'PERM', 'ABORT', 'BUSY', 'LOCKED', 'NOMEM', 'READONLY', 'INTERRUPT', 'IOERR'],
  ...['CORRUPT', 'NOTFOUND', 'FULL', 'CANTOPEN', 'PROTOCOL', 'EMPTY', 'SCHEMA', 'TOOBIG', 'CONSTRAINT'],
  ...['MISMATCH', 'MISUSE', 'NOLFS', 'AUTH', 'FORMAT', 'RANGE', 'NOTADB'],
];

/** Those that mean something else than their kind to whoever has to mend it. */
const details: Readonly<Record<number, string>> = { 1032: 'SQLITE_READONLY_DBMOVED' };

/** SQLite has one sentence for each kind, but for those about a statement, which say more. */
function nameByMessage(message: string): string {
  if (/ constraint failed(: |$)/.test(message)) return 'SQLITE_CONSTRAINT';
  const [, kind = 'ERROR'] = sentences.find(([sentence]) => message.startsWith(sentence)) ?? [];
  return `SQLITE_${kind}`;
}

const sentences: readonly (readonly [string, string])[] = [
  ['database is locked', 'BUSY'],
  ['database table is locked', 'LOCKED'],
  ['database schema is locked', 'LOCKED'],
  ['locking protocol', 'PROTOCOL'],
  ['attempt to write a readonly database', 'READONLY'],
  ['access permission denied', 'PERM'],
  ['authorization denied', 'AUTH'],
  ['database or disk is full', 'FULL'],
  ['disk I/O error', 'IOERR'],
  ['database disk image is malformed', 'CORRUPT'],
  ['malformed database schema', 'CORRUPT'],
  ['file is not a database', 'NOTADB'],
  ['unable to open database file', 'CANTOPEN'],
  ['out of memory', 'NOMEM'],
];
