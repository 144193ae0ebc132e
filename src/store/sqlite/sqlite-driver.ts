import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely';
import { MuxError, Semaphore, storeReports } from '../../model/index.js';
import { verbOf } from '../statement.js';
import { tellCommitted } from './journal-file.js';
import { patiently } from './patiently.js';
import type { SqliteDatabase } from './sqlite-database.js';
import { sqliteError } from './sqlite-error.js';

/**
 * Kysely's driver for SQLite, but for four things. A transaction takes the right to write at its beginning, because
 * one that finds out in its midst that another process wrote could only fail. Waiting for another process does not
 * stop the event loop. Those in other processes who wait for news are told when a transaction is
 * committed. Whatever SQLite says comes out as a catalogued error.
 */
export class SqliteDriver implements Driver {
  readonly #database: SqliteDatabase;
  readonly #connection: DatabaseConnection;
  readonly #path: string;
  readonly #mutex = new Semaphore(1);
  #release = (): void => {};

  constructor(database: SqliteDatabase, path: string) {
    this.#database = database;
    this.#connection = new SqliteConnection(database, path);
    this.#path = path;
  }

  async init(): Promise<void> {}

  /** There is one connection: the next one gets it when it is released. */
  async acquireConnection(): Promise<DatabaseConnection> {
    this.#release = await this.#mutex.acquire();
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    this.#release();
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
    tellCommitted(this.#path);
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // A full disk, for one, makes SQLite roll back by itself.
    if (this.#database.isTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async destroy(): Promise<void> {
    this.#database.close();
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #database: SqliteDatabase;
  readonly #path: string;

  constructor(database: SqliteDatabase, path: string) {
    this.#database = database;
    this.#path = path;
  }

  executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    return storeReports.timed(verbOf(sql), this.#path, async () => {
      try {
        return await patiently(() => this.#execute<R>(sql, parameters));
      } catch (error) {
        throw sqliteError(error, this.#path);
      }
    });
  }

  // biome-ignore lint/correctness/useYield: the room never streams.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new MuxError('STORE_UNAVAILABLE', 'The store gives its answers whole, not as streams.');
  }

  #execute<R>(sql: string, parameters: readonly unknown[]): QueryResult<R> {
    if (!this.#database.isOpen) {
      throw new MuxError('CLOSED', 'The store was already closed by its owner.');
    }
    const { rows, changes } = this.#database.query(sql, parameters);
    return { rows: rows as R[], ...(changes !== undefined && { numAffectedRows: BigInt(changes) }) };
  }
}
