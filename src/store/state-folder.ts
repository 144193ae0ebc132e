import { dirname, resolve } from 'node:path';
import { homeFolder, makeFolders, requireOwnFolder } from '../model/index.js';
import { storeDefaults } from './store-defaults.js';
import { defaultStorePath } from './store-path.js';

/** Makes the state folder where it is missing. Fails with `FOLDER_NOT_PRIVATE` where another user can write to it. */
export function makeStateFolder(folder: string): void {
  makeFolders(folder, storeDefaults.folderMode);
  requireStateFolder(folder);
}

export function requireStateFolder(folder: string): void {
  requireOwnFolder(folder, {
    what: 'the state folder',
    suggestion:
      'Set MUXWRIGHT_HOME to a folder of your own, or make this one yours alone: chown, and chmod 700.',
  });
}

/** Whether a database lies where it usually does, and not where a caller of the library wants it. */
export function isInStateFolder(path: string): boolean {
  return (
    path !== ':memory:' && dirname(path) === resolve(dirname(defaultStorePath(process.env, homeFolder())))
  );
}
