import { setTimeout as delay } from 'node:timers/promises';
import type { StoreRemainder } from '../engine.js';
import { patiently } from './patiently.js';
import type { SqliteDatabase } from './sqlite-database.js';

/**
 * Writes the database again, so that no page of it has anything but what the tables hold, and empties the write-ahead log,
 * which has the pages of before. Where another process reads from the log just now, it is tried again for a while.
 */
export async function forgetOldPages(database: SqliteDatabase): Promise<readonly StoreRemainder[]> {
  await patiently(() => database.query('vacuum'));
  for (const wait of WAITS_MS) {
    const { rows } = await patiently(() => database.query('pragma wal_checkpoint(TRUNCATE)'));
    const [result] = rows as readonly { readonly busy: number }[];
    if (result?.busy === 0) return [];
    await delay(wait);
  }
  return ['write-ahead-log'];
}

const WAITS_MS = [10, 20, 50, 100, 200, 500, 1_000, 2_000, 2_000];
