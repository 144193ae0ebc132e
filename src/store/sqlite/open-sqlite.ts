import { dirname } from 'node:path';
import {
  type Dialect,
  Kysely,
  type SelectModifierNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import type { Engine, EngineWords } from '../engine.js';
import { isInStateFolder, makeStateFolder } from '../state-folder.js';
import type { Tables } from '../tables.js';
import { forgetOldPages } from './forget-old-pages.js';
import { FOREIGN_TABLES } from './inspect-sqlite.js';
import { watchJournalFile } from './journal-file.js';
import { patiently } from './patiently.js';
import { prepareFile } from './prepare-file.js';
import { shrinkFiles } from './shrink-files.js';
import { SqliteDatabase } from './sqlite-database.js';
import { SqliteDriver } from './sqlite-driver.js';
import { foreignDatabaseError, sqliteError } from './sqlite-error.js';

/** Opens a SQLite file, or `:memory:`. What only SQLite understands stays in this folder. */
export async function openSqlite(path: string): Promise<Engine> {
  const database = await openDatabase(path);
  return {
    place: path,
    machine: '',
    wayOut: 'set MUXWRIGHT_HOME to another folder',
    db: new Kysely<Tables>({ dialect: dialectOf(database, path) }),
    words,
    hostName: (host) => host,
    // The commit itself tells.
    told: () => {},
    watch: (listener) => watchJournalFile(path, listener),
    forget: async () => (path === ':memory:' ? [] : forgetOldPages(database)),
    // The first tells of commits by others, the second counts what this connection has changed.
    version: () => `${database.value('pragma data_version')} ${database.value('select total_changes()')}`,
    shrink: async () => (path === ':memory:' ? undefined : shrinkFiles(database)),
    close: async () => database.close(),
  };
}

const words: EngineWords = {
  // AUTOINCREMENT: without it the number of a pruned row would be given again.
  autoId: (column) => column.primaryKey().autoIncrement(),
  elapsedMs: (from, to) =>
    sql<number>`cast(round((unixepoch(${sql.ref(to)}, 'subsec') - unixepoch(${sql.ref(from)}, 'subsec')) * 1000) as integer)`,
  jsonText: (column, key) => sql<string | null>`json_extract(${sql.ref(column)}, ${sql.lit(`$.${key}`)})`,
  // The system tells of every commit.
  tellOfInserts: async () => {},
  stopTelling: async () => {},
  numberRows: async (db) => {
    await sql`create trigger place_in_stream after insert on journal when new.seq is null begin
      update journal_streams set last = last + 1 where machine = new.machine;
      update journal set (stream, seq) = (select id, last from journal_streams where machine = new.machine)
        where id = new.id;
    end`.execute(db);
  },
  // A transaction has the right to write from its beginning.
  lockSchema: async () => {},
  lockInbox: async () => {},
};

async function openDatabase(path: string): Promise<SqliteDatabase> {
  let database: SqliteDatabase | undefined;
  try {
    if (isInStateFolder(path)) makeStateFolder(dirname(path));
    if (path !== ':memory:') prepareFile(path);
    const opened = new SqliteDatabase(path);
    database = opened;
    await patiently(() => opened.query('pragma journal_mode = WAL'));
    // With a write-ahead log this survives the death of every process; only a power cut may take the last commits.
    opened.exec('pragma synchronous = NORMAL');
    opened.exec('pragma foreign_keys = ON');
    // What is scrubbed or removed is overwritten, too.
    opened.exec('pragma secure_delete = ON');
    const isForeign = await patiently(() => opened.value(FOREIGN_TABLES) === 1);
    if (isForeign) throw foreignDatabaseError(path);
    return opened;
  } catch (error) {
    database?.close();
    throw sqliteError(error, path);
  }
}

/** SQLite has no locks of rows: a transaction has the right to write from its beginning. */
class SqliteCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier !== 'ForUpdate' && node.modifier !== 'SkipLocked') super.visitSelectModifier(node);
  }
}

/** Kysely's, with our driver. */
function dialectOf(database: SqliteDatabase, path: string): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new SqliteDriver(database, path),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteCompiler(),
  };
}
