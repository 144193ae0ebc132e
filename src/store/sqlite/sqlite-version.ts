import Database from 'better-sqlite3';
import { nativeBinding } from './native-binding.js';
import { sqliteError } from './sqlite-error.js';

/** The version of the SQLite that is loaded. Fails where its native part cannot be; `path` is for the message. */
export function sqliteVersion(path: string): string {
  try {
    const database = new Database(':memory:', nativeBinding());
    try {
      return String(database.prepare('select sqlite_version()').pluck().get());
    } finally {
      database.close();
    }
  } catch (error) {
    throw sqliteError(error, path);
  }
}
