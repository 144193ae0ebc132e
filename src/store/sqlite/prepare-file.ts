import { accessSync, chmodSync, closeSync, constants, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolders } from '../../model/index.js';
import { storeDefaults } from '../store-defaults.js';

/**
 * Makes the folder and an empty database file that only this user may look into, before SQLite would make a readable
 * one. SQLite gives its `-wal` and `-shm` the mode of the database. A folder that was there stays as it is.
 */
export function prepareFile(path: string): void {
  makeFolders(dirname(path), storeDefaults.folderMode);
  try {
    // Only a new file is opened here, and closed before anything else can run: closing a file drops every POSIX lock
    // that the process has on it, also those of a database connection to it.
    closeSync(openSync(path, 'wx', storeDefaults.fileMode));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  for (const file of [path, `${path}-wal`, `${path}-shm`]) makePrivate(file);
  // SQLite would open it for reading only, and fail when the first row is written.
  accessSync(path, constants.R_OK | constants.W_OK);
}

/** Takes the rights of others away. */
function makePrivate(file: string): void {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats?.isFile() && (stats.mode & 0o077) !== 0) chmodSync(file, storeDefaults.fileMode);
}
