import Database from 'better-sqlite3';
import { nativeBinding } from './native-binding.js';
import { prepareFile } from './prepare-file.js';
import { sqliteError } from './sqlite-error.js';

/**
 * Holds a lock for as long as this process lives, or until it is let go. The system itself lets go of it when the process
 * dies, however that happens. `undefined` where somebody has it.
 */
export function holdLock(path: string): Disposable | undefined {
  let database: Database.Database | undefined;
  try {
    prepareFile(path);
    database = new Database(path, { timeout: 0, ...nativeBinding() });
    database.exec('begin exclusive');
    const held = database;
    return { [Symbol.dispose]: () => held.close() };
  } catch (error) {
    database?.close();
    if ((error as { code?: unknown }).code === 'SQLITE_BUSY') return undefined;
    throw sqliteError(error, path);
  }
}
