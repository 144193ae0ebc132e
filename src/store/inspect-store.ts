import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname } from 'node:path';
import { homeFolder } from '../model/home-folder.js';
import { sqliteError } from './sqlite/sqlite-error.js';
import { notInstalledError } from './store-not-installed.js';
import { defaultStorePath } from './store-path.js';

export interface StoreFacts {
  /** Where the database is, or will be. */
  readonly path: string;
  /** The version of SQLite. */
  readonly sqlite: string;
}

/**
 * Whether the store of this user can be used, without making or changing it. Fails as `openStore` would, with
 * `STORE_UNAVAILABLE`.
 */
export async function inspectStore(path = defaultStorePath(process.env, homeFolder())): Promise<StoreFacts> {
  const { sqliteVersion } = await import('./sqlite/sqlite-version.js').catch((cause) => {
    throw notInstalledError(path, cause);
  });
  const sqlite = sqliteVersion(path);
  try {
    await mayWrite(path);
  } catch (error) {
    throw sqliteError(error, path);
  }
  return { path, sqlite };
}

/** The file itself, else the folder that it or its folders would be made in. */
async function mayWrite(path: string): Promise<void> {
  for (let at = path; ; at = dirname(at)) {
    try {
      return await access(at, constants.W_OK);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || at === dirname(at)) throw error;
    }
  }
}
