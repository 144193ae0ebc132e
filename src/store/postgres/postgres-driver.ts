import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { MuxError, Semaphore } from '../../model/index.js';
import type { PostgresSession } from './postgres-session.js';

/** Kysely's driver for PostgreSQL over one connection, so that a process writes in the order in which it was asked to. */
export class PostgresDriver implements Driver {
  readonly #session: PostgresSession;
  readonly #connection: DatabaseConnection;
  readonly #mutex = new Semaphore(1);
  #release = (): void => {};

  constructor(session: PostgresSession) {
    this.#session = session;
    this.#connection = new PostgresConnection(session);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    this.#release = await this.#mutex.acquire();
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    this.#release();
  }

  beginTransaction(): Promise<void> {
    return this.#session.begin();
  }

  commitTransaction(): Promise<void> {
    return this.#session.commit();
  }

  rollbackTransaction(): Promise<void> {
    return this.#session.rollback();
  }

  destroy(): Promise<void> {
    return this.#session.close();
  }
}

class PostgresConnection implements DatabaseConnection {
  readonly #session: PostgresSession;

  constructor(session: PostgresSession) {
    this.#session = session;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { command, rowCount, rows } = await this.#session.query(sql, parameters);
    const changes = CHANGES.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0) } : {};
    return { rows: rows as R[], ...changes };
  }

  // biome-ignore lint/correctness/useYield: the room never streams.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new MuxError('STORE_UNAVAILABLE', 'The store gives its answers whole, not as streams.');
  }
}

const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE']);
