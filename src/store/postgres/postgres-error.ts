import { isMuxError, MuxError } from '../../model/index.js';

/** Turns what PostgreSQL, its driver or the network says into a catalogued error. */
export function postgresError(error: unknown, place: string): MuxError {
  if (isMuxError(error)) return error;
  const code = codeOf(error);
  const message = messageOf(error);
  if (code === 'MODULE_NOT_FOUND') return driverMissingError(place, error);
  const { what, suggestion } = reasons.find((reason) => fits(reason, code, message)) ?? unknown;
  return new MuxError('STORE_UNAVAILABLE', `The database '${place}' ${what(message)}.`, {
    suggestion,
    details: { path: place, reason: code === '' ? message : code },
    cause: error,
  });
}

/** The connection is gone. What was under way may have been done, or not. */
export function isCut(error: unknown): boolean {
  return fits(cut, codeOf(error), messageOf(error)) || fits(unreachable, codeOf(error), messageOf(error));
}

/** The server is there, and lets nobody in for a moment. */
export function isNotNow(error: unknown): boolean {
  return fits(busy, codeOf(error), '');
}

/** Two statements waited for each other, and this one was taken back whole. */
export function isUndone(error: unknown): boolean {
  return /^(40P01|40001)$/.test(codeOf(error));
}

/** npm installs the driver only where it is asked for, because most stores are in SQLite. */
function driverMissingError(place: string, cause: unknown): MuxError {
  return new MuxError(
    'STORE_UNAVAILABLE',
    `The database '${place}' cannot be opened, because pg is not installed.`,
    {
      suggestion: "Run 'npm install pg' beside muxwright: with --global where muxwright was installed so.",
      details: { path: place, missing: 'pg' },
      cause,
    },
  );
}

interface Reason {
  /** Codes of PostgreSQL (SQLSTATE), of TLS, and errno names, that mean it. */
  readonly codes: RegExp;
  /** What the driver says without a code. */
  readonly messages?: RegExp;
  /** Continues "The database 'x' …". */
  readonly what: (message: string) => string;
  readonly suggestion: string;
}

const unknown: Reason = {
  codes: /^/,
  what: (message) => `could not be used: ${message.replace(/\.$/, '')}`,
  suggestion: 'Look at the log of the PostgreSQL server.',
};

const unreachable: Reason = {
  codes: /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENOENT|ETIMEDOUT)$/,
  messages: /timeout expired|timeout exceeded when trying to connect/,
  what: () => 'cannot be reached: no server answers there',
  suggestion: 'Look whether PostgreSQL runs, and at the host and port of the URL.',
};

const cut: Reason = {
  codes: /^(ECONNRESET|EPIPE|ENOTCONN|ECONNABORTED|57P01|57P02|57P05|25P03|08\w{3})$/,
  messages: /Connection terminated|not queryable|Query read timeout|socket has been ended/,
  what: () => 'cut the connection, and whether the last change was written is not known',
  suggestion: 'Look what is there, and do it again where it is missing: the next call connects again.',
};

const busy: Reason = {
  codes: /^(57P03|53300)$/,
  what: () => 'lets nobody in at the moment: it is starting, or has too many connections',
  suggestion: 'Try again soon. More processes than max_connections allows need a higher limit.',
};

// The first that fits is taken.
const reasons: readonly Reason[] = [
  cut,
  busy,
  unreachable,
  {
    codes: /^(ENOTFOUND|EAI_AGAIN)$/,
    what: () => 'cannot be reached: its host has no address',
    suggestion: 'Look at the name of the host in the URL.',
  },
  {
    codes: /^28/,
    messages: /password must be a (non-empty )?string|SASL/,
    what: () => 'refused the user or the password',
    suggestion:
      'Look at the user of the URL, and give the password in it, in PGPASSWORD or in ~/.pgpass. Characters such as @ / ? # are written as %40 %2F %3F %23.',
  },
  {
    codes: /^3D000$/,
    what: () => 'does not exist on that server',
    suggestion: "Make it, as 'createdb --owner USER NAME' does, or give the name of another one.",
  },
  {
    codes: /^42501$/,
    what: () => 'does not let this user make or change its tables',
    suggestion: "Make the user the owner of the database, or of a schema 'muxwright' in it.",
  },
  {
    codes: /^25006$/,
    what: () => 'can only be read: the server is a standby',
    suggestion: 'Give the address of the primary server.',
  },
  {
    codes: /^53[12]00$/,
    what: () => 'cannot grow: the server has no space or memory left',
    suggestion: 'Free some space on the server.',
  },
  {
    codes: /^55P03$/,
    what: () => 'was kept locked by another process for too long',
    suggestion: 'Look into pg_stat_activity for a transaction that does not end.',
  },
  {
    codes: /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|^ERR_TLS|^ERR_SSL/,
    messages: /does not support SSL/,
    what: (message) => `could not agree on TLS: ${message.replace(/\.$/, '')}`,
    suggestion: 'Give sslmode=verify-full and sslrootcert=FILE in the URL, or sslmode=disable without TLS.',
  },
];

function fits({ codes, messages }: Reason, code: string, message: string): boolean {
  return (code !== '' && codes.test(code)) || (messages?.test(message) ?? false);
}

function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
