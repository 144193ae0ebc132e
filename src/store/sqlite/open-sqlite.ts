import Database from 'better-sqlite3';
import { Kysely, SqliteDialect, sql } from 'kysely';
import type { Engine, EngineWords } from '../engine.js';
import type { Tables } from '../tables.js';
import { nativeBinding } from './native-binding.js';
import { patiently } from './patiently.js';
import { prepareFile } from './prepare-file.js';
import { SqliteDriver } from './sqlite-driver.js';
import { foreignDatabaseError, sqliteError } from './sqlite-error.js';

/** Opens a SQLite file, or `:memory:`. What only SQLite understands stays in this folder. */
export async function openSqlite(path: string): Promise<Engine> {
  const database = await openDatabase(path);
  return {
    place: path,
    db: new Kysely<Tables>({ dialect: new StoreDialect(database, path) }),
    words,
    close: () => database.close(),
  };
}

const words: EngineWords = {
  // AUTOINCREMENT: without it the number of a pruned row would be given again.
  autoId: (column) => column.primaryKey().autoIncrement(),
  elapsedMs: (from, to) =>
    sql<number>`cast(round((unixepoch(${sql.ref(to)}, 'subsec') - unixepoch(${sql.ref(from)}, 'subsec')) * 1000) as integer)`,
  jsonText: (column, key) => sql<string | null>`json_extract(${sql.ref(column)}, ${sql.lit(`$.${key}`)})`,
};

async function openDatabase(path: string): Promise<Database.Database> {
  let database: Database.Database | undefined;
  try {
    if (path !== ':memory:') prepareFile(path);
    // No waiting inside SQLite, which would stop the event loop: `patiently` does it.
    const opened = new Database(path, { timeout: 0, ...nativeBinding() });
    database = opened;
    await patiently(() => opened.pragma('journal_mode = WAL'));
    // With a write-ahead log this survives the death of every process; only a power cut may take the last commits.
    opened.pragma('synchronous = NORMAL');
    opened.pragma('foreign_keys = ON');
    // What is scrubbed or removed is overwritten, too.
    opened.pragma('secure_delete = ON');
    const isForeign = await patiently(() => opened.prepare(FOREIGN_TABLES).pluck().get() === 1);
    if (isForeign) throw foreignDatabaseError(path);
    return opened;
  } catch (error) {
    database?.close();
    throw sqliteError(error, path);
  }
}

/** 1 where there are tables, and none of ours. */
const FOREIGN_TABLES = `select count(*) > 0 and sum(name = 'muxwright_migrations') = 0
from sqlite_master where type = 'table'`;

/** Kysely's, with our driver. */
class StoreDialect extends SqliteDialect {
  readonly #database: Database.Database;
  readonly #path: string;

  constructor(database: Database.Database, path: string) {
    super({ database });
    this.#database = database;
    this.#path = path;
  }

  override createDriver(): SqliteDriver {
    return new SqliteDriver(this.#database, this.#path);
  }
}
