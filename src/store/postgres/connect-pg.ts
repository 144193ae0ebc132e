import { storeDefaults } from '../store-defaults.js';
import { loadPg, type PgClient, type PgOptions } from './load-pg.js';

/** The schema that has our tables: whatever else is in the database stays apart. */
export const SCHEMA = 'muxwright';

/** Connects, and sets up the session. It keeps the process alive until it is told not to. */
export async function connectPg(url: string): Promise<PgClient> {
  const { Client } = loadPg();
  const client = new Client({
    connectionString: url,
    application_name: 'muxwright',
    connectionTimeoutMillis: storeDefaults.connectMs,
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
    await client.query({ text: SETUP });
    return client;
  } catch (error) {
    client.end().catch(() => {});
    throw error;
  }
}

// Each statement sees what was committed before it: the lock of a transaction counts on it.
// A process that is stopped in the midst of a transaction would keep all others waiting: the server ends it.
const SETUP = `
set search_path = ${SCHEMA};
set default_transaction_isolation = 'read committed';
set lock_timeout = ${storeDefaults.busyTimeoutMs};
set idle_in_transaction_session_timeout = ${storeDefaults.busyTimeoutMs / 2};
set client_min_messages = warning`;

/** Numbers as numbers: ids, counts and sums are far below 2⁵³, as they are in SQLite. */
const types: PgOptions['types'] = {
  getTypeParser: (type, format) =>
    type === BIGINT || type === NUMERIC ? Number : loadPg().types.getTypeParser(type, format),
};

const BIGINT = 20;
const NUMERIC = 1700;
