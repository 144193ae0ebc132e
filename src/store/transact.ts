import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import { isMuxError } from '../model/index.js';
import type { Tables } from './tables.js';

/**
 * One transaction. What it reads to decide what to write, it reads with `forUpdate()`: on PostgreSQL several transactions
 * write at the same time. If two wait for each other's rows, PostgreSQL rolls one of them back, and that one runs again:
 * `work` changes nothing outside of the database.
 */
export async function transact<T>(
  db: Kysely<Tables>,
  work: (db: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt === MOST_ATTEMPTS || !isRolledBack(error)) throw error;
    }
    // Two that met must not meet again.
    await delay(attempt * 10 * Math.random());
  }
}

const MOST_ATTEMPTS = 10;

/** A deadlock (40P01) or a conflict of transactions (40001): nothing of the transaction was done. */
function isRolledBack(error: unknown): boolean {
  return isMuxError(error, 'STORE_UNAVAILABLE') && /^(40P01|40001)$/.test(String(error.details.reason));
}
