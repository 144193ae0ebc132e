import { storeDefaults } from '../store-defaults.js';
import { eachHost } from '../store-url.js';
import { loadPg, type PgClient, type PgOptions } from './load-pg.js';

/** The schema that has our tables: whatever else is in the database stays apart. */
export const SCHEMA = 'muxwright';

/**
 * Connects, and sets up the session. It keeps the process alive until it is told not to. Of several hosts the first that
 * answers and can be written to is taken.
 */
export async function connectPg(url: string): Promise<PgClient> {
  const urls = eachHost(url);
  const timeoutMs = Math.max(SHORTEST_MS, storeDefaults.connectMs / urls.length);
  let failure: unknown;
  for (const one of urls) {
    try {
      return await connectTo(one, timeoutMs, urls.length > 1);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/**
 * Whether a pooler is between us and the server. It may give each transaction another connection of its own (`pool_mode =
 * transaction` of PgBouncer), so nothing counts that is set for the connection, and LISTEN hears nothing.
 */
export function isPooled(client: PgClient): boolean {
  return pooled.has(client);
}

const pooled = new WeakSet<PgClient>();

/** Begins a transaction. With a pooler it has to bring along what the connection has without one. */
export function beginOn(client: PgClient): string {
  return isPooled(client) ? `begin; select ${settings('true')}` : 'begin';
}

async function connectTo(url: string, timeoutMs: number, needsPrimary: boolean): Promise<PgClient> {
  const { Client } = loadPg();
  const client = new Client({
    connectionString: url,
    application_name: 'muxwright',
    connectionTimeoutMillis: timeoutMs,
    // The server gives up earlier; this is for one that has gone without a word.
    query_timeout: 2 * storeDefaults.busyTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types,
  });
  // A connection that nobody waits for says so here, or it would end the process. That it is over, 'end' tells, too.
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query({ text: setUp(client) });
    const [found] = rows as { readonly pooled: boolean; readonly standby: boolean }[];
    if (found?.pooled) pooled.add(client);
    if (found?.standby && needsPrimary) throw standbyError();
    return client;
  } catch (error) {
    client.end().catch(() => {});
    throw error;
  }
}

/**
 * A pooler tells a process id that is not the one of the server. There the settings hold only for this statement: the
 * connection behind it belongs to others, too.
 */
function setUp({ processID }: PgClient): string {
  const isPooler = `pg_backend_pid() <> ${Number(processID ?? 0)}`;
  return `select ${isPooler} as pooled, pg_is_in_recovery() as standby, ${settings(isPooler)}`;
}

/** What all our statements count on. */
function settings(isLocal: string): string {
  return Object.entries(SETTINGS)
    .map(([name, value]) => `set_config('${name}', '${value}', ${isLocal})`)
    .join(', ');
}

// Each statement sees what was committed before it: locks of rows count on it.
// A process that is stopped in the midst of a transaction would keep others waiting: the server ends it.
const SETTINGS = {
  search_path: SCHEMA,
  default_transaction_isolation: 'read committed',
  lock_timeout: storeDefaults.busyTimeoutMs,
  idle_in_transaction_session_timeout: storeDefaults.busyTimeoutMs / 2,
  client_min_messages: 'warning',
};

function standbyError(): Error {
  return Object.assign(new Error('none of the servers can be written to'), { code: READ_ONLY });
}

const READ_ONLY = '25006';

/** For one of several hosts. */
const SHORTEST_MS = 2_000;

/** Numbers as numbers: ids, counts and sums are far below 2⁵³, as they are in SQLite. */
const types: PgOptions['types'] = {
  getTypeParser: (type, format) =>
    type === BIGINT || type === NUMERIC ? Number : loadPg().types.getTypeParser(type, format),
};

const BIGINT = 20;
const NUMERIC = 1700;
