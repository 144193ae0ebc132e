import { patiently } from './patiently.js';
import type { SqliteDatabase } from './sqlite-database.js';

/**
 * Makes the file of the database smaller where much of it is free, and empties the write-ahead log where nobody reads from
 * it. A removed row leaves free pages behind, which SQLite uses again and never returns by itself.
 */
export async function shrinkFiles(database: SqliteDatabase): Promise<void> {
  const [free, all] = [value(database, 'freelist_count'), value(database, 'page_count')];
  if (free >= LEAST_PAGES && free >= all * LEAST_PART) await patiently(() => database.query('vacuum'));
  await patiently(() => database.query('pragma wal_checkpoint(TRUNCATE)'));
}

/** Less than 4 MB is not worth writing the whole database again. */
const LEAST_PAGES = 1_000;
const LEAST_PART = 0.25;

function value(database: SqliteDatabase, pragma: string): number {
  return Number(database.value(`pragma ${pragma}`));
}
