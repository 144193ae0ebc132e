import { prepareFile } from './prepare-file.js';
import { SqliteDatabase } from './sqlite-database.js';
import { sqliteError } from './sqlite-error.js';

/**
 * Holds a lock for as long as this process lives, or until it is let go. The system itself lets go of it when the process
 * dies, however that happens. `undefined` where somebody has it.
 */
export function holdLock(path: string): Disposable | undefined {
  let database: SqliteDatabase | undefined;
  try {
    prepareFile(path);
    database = new SqliteDatabase(path);
    database.exec('begin exclusive');
    return database;
  } catch (error) {
    database?.close();
    if ((error as { code?: unknown }).code === 'SQLITE_BUSY') return undefined;
    throw sqliteError(error, path);
  }
}
