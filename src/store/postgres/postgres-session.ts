import { setTimeout as delay } from 'node:timers/promises';
import { MuxError, storeReports } from '../../model/index.js';
import { storable, verbOf } from '../statement.js';
import { storeDefaults } from '../store-defaults.js';
import { beginOn, connectPg, isPooled } from './connect-pg.js';
import type { PgClient, PgResult } from './load-pg.js';
import { isCut, isNotNow, isUndone, postgresError } from './postgres-error.js';

/**
 * The one connection of a store. Where it was cut it is made anew, and what can be asked again without harm is: reads,
 * and the beginning of a transaction. Of anything else nobody can tell whether it was done, so it fails; the next call
 * finds a connection that works.
 */
export class PostgresSession {
  readonly #url: string;
  readonly #place: string;
  #client: PgClient | undefined;
  /** The connection that the transaction was begun on: the rest of it must not go to another one. */
  #transaction: PgClient | undefined;
  #usedAt = 0;
  #wasOpen = false;
  #closed = false;

  constructor(url: string, place: string) {
    this.#url = url;
    this.#place = place;
  }

  query(text: string, parameters: readonly unknown[] = []): Promise<PgResult> {
    const values = parameters.map(storable);
    return storeReports.timed(verbOf(text), this.#place, async () => {
      if (this.#transaction) return this.#inTransaction(this.#transaction, text, values);
      return this.#repeated((client) => this.#alone(client, text, values), isHarmless(text));
    });
  }

  async begin(): Promise<void> {
    this.#transaction = await storeReports.timed('begin', this.#place, () =>
      this.#repeated((client) => this.#begin(client), true),
    );
  }

  async commit(): Promise<void> {
    const { command } = await this.query('commit');
    this.#transaction = undefined;
    // What PostgreSQL answers where a statement failed before, and nobody said so.
    if (command === 'ROLLBACK') throw this.#told(new Error('the transaction was taken back'));
  }

  async rollback(): Promise<void> {
    const client = this.#transaction;
    this.#transaction = undefined;
    // With its connection a transaction is gone.
    if (client && client === this.#client) await this.query('rollback').catch(() => this.#drop(client));
  }

  async close(): Promise<void> {
    this.#closed = true;
    const client = this.#client;
    this.#client = undefined;
    if (!client) return;
    // Who waits for the end must not find the process gone before.
    client.ref();
    const gone = client.end().catch(() => {});
    await Promise.race([gone, delay(GOODBYE_MS, undefined, { ref: false })]);
  }

  async #inTransaction(client: PgClient, text: string, values: readonly unknown[]): Promise<PgResult> {
    try {
      if (client !== this.#client) throw new Error('Connection terminated');
      return await this.#run(client, text, values);
    } catch (error) {
      throw this.#told(error);
    }
  }

  /** With a pooler a statement needs a transaction, which brings the settings along. */
  async #alone(client: PgClient, text: string, values: readonly unknown[]): Promise<PgResult> {
    if (!isPooled(client)) return this.#run(client, text, values);
    await this.#begin(client);
    try {
      const result = await this.#run(client, text, values);
      await this.#run(client, 'commit', []);
      return result;
    } catch (error) {
      await this.#run(client, 'rollback', []).catch(() => this.#drop(client));
      throw error;
    }
  }

  /** One that could not get the lock may be left within a transaction, and is of no use any more. */
  async #begin(client: PgClient): Promise<PgClient> {
    try {
      await this.#run(client, beginOn(client), []);
      return client;
    } catch (error) {
      this.#drop(client);
      throw error;
    }
  }

  async #repeated<T>(work: (client: PgClient) => Promise<T>, harmless: boolean): Promise<T> {
    const endsAt = performance.now() + storeDefaults.connectMs;
    for (;;) {
      const client = await this.#ready(endsAt).catch((error: unknown) => {
        throw this.#told(error);
      });
      try {
        return await work(client);
      } catch (error) {
        const again = isUndone(error) || (harmless && isCut(error));
        if (!again || this.#closed || performance.now() >= endsAt) throw this.#told(error);
      }
    }
  }

  async #run(client: PgClient, text: string, values: readonly unknown[]): Promise<PgResult> {
    client.ref();
    try {
      // Without values it is the simple protocol, which takes several statements at once.
      const result = await client.query(values.length === 0 ? { text } : { text, values });
      this.#usedAt = performance.now();
      return result;
    } catch (error) {
      if (isCut(error)) this.#drop(client);
      throw error;
    } finally {
      client.unref();
    }
  }

  /** A connection that was used just now, or that has answered just now. */
  async #ready(endsAt: number): Promise<PgClient> {
    if (this.#closed) throw new MuxError('CLOSED', 'The store was already closed by its owner.');
    const client = this.#client;
    if (client && performance.now() - this.#usedAt < TRUSTED_MS) return client;
    if (client && (await this.#answers(client))) return client;
    return this.#connect(endsAt);
  }

  async #answers(client: PgClient): Promise<boolean> {
    const late = delay(PING_MS, 'late', { ref: false });
    const answer = this.#run(client, 'select 1', []).catch(() => 'gone');
    if (typeof (await Promise.race([answer, late])) !== 'string') return true;
    this.#drop(client);
    return false;
  }

  /** A server that was there is waited for: it may be starting again, or another one takes its place. */
  async #connect(endsAt: number): Promise<PgClient> {
    for (let pauseMs = 20; ; pauseMs = Math.min(2 * pauseMs, 500)) {
      try {
        const client = await connectPg(this.#url);
        client.on('end', () => this.#drop(client));
        this.#client = client;
        this.#wasOpen = true;
        // Whoever closed the store meanwhile could not know of it.
        if (this.#closed) await this.close();
        return client;
      } catch (error) {
        const mayCome = isNotNow(error) || (this.#wasOpen && isCut(error));
        if (!mayCome || this.#closed || performance.now() + pauseMs >= endsAt) throw error;
      }
      await delay(pauseMs);
    }
  }

  #drop(client: PgClient): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    client.unref();
    client.end().catch(() => {});
  }

  #told(error: unknown): MuxError {
    if (this.#closed) return new MuxError('CLOSED', 'The store was already closed by its owner.');
    return postgresError(error, this.#place);
  }
}

/** For so long a connection is taken for alive; then it is asked, because one can go without a word. */
const TRUSTED_MS = 5_000;
const PING_MS = 3_000;
const GOODBYE_MS = 1_000;

/** What changes nothing can be asked twice. All that begins with `with` reads. */
function isHarmless(text: string): boolean {
  return /^(select|with)$/.test(verbOf(text));
}
