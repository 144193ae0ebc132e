import { statSync } from 'node:fs';
import { patiently } from './patiently.js';
import { SqliteDatabase } from './sqlite-database.js';
import { foreignDatabaseError, sqliteError } from './sqlite-error.js';

/** 1 where there are tables, and none of ours. */
export const FOREIGN_TABLES = `select count(*) > 0 and sum(name = 'muxwright_migrations') = 0
from sqlite_master where type = 'table'`;

/**
 * Reads a database that is there, takes the lock that a write needs, and lets it go again. Gives the version of its
 * schema; 0 where it is empty.
 */
export async function inspectSqlite(path: string): Promise<number> {
  using database = new SqliteDatabase(path);
  const isForeign = await patiently(() => database.value(FOREIGN_TABLES) === 1);
  if (isForeign) throw foreignDatabaseError(path);
  await patiently(() => database.exec('begin immediate; rollback'));
  if (statSync(path).size <= LARGEST_READ) {
    const [said] = database.query('pragma quick_check(1)').rows.map((row) => Object.values(row as object)[0]);
    if (said !== 'ok') throw sqliteError({ code: 'SQLITE_CORRUPT', message: String(said) }, path);
  }
  const isNew =
    database.value("select count(*) from sqlite_master where name = 'muxwright_migrations'") === 0;
  return isNew ? 0 : Number(database.value('select max(version) from muxwright_migrations') ?? 0);
}

/** A larger one would take seconds to read. */
const LARGEST_READ = 256 * 1024 * 1024;
