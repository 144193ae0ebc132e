import { SqliteDatabase } from './sqlite-database.js';
import { sqliteError } from './sqlite-error.js';

/** The version of the SQLite that is loaded. Fails where there is none; `path` is for the message. */
export function sqliteVersion(path: string): string {
  try {
    using database = new SqliteDatabase(':memory:');
    return String(database.value('select sqlite_version()'));
  } catch (error) {
    throw sqliteError(error, path);
  }
}
