import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sqliteError } from './sqlite/sqlite-error.js';
import { notInstalledError } from './store-not-installed.js';
import { type PostgresPlace, type StoreSettings, storePlace } from './store-place.js';

export interface StoreFacts {
  readonly kind: 'SQLite' | 'PostgreSQL';
  /** Where the database is, or will be; without a password. */
  readonly path: string;
  /** Of SQLite, or of the server. */
  readonly version: string;
  /** The name of this machine in a store that several use. */
  readonly machine?: string;
}

/**
 * Whether the store of this user can be used, without making or changing it. Fails as `openStore` would, with
 * `STORE_UNAVAILABLE`.
 */
export async function inspectStore(settings: StoreSettings = {}): Promise<StoreFacts> {
  const place = storePlace(settings);
  return place.kind === 'sqlite' ? inspectFile(place.path) : inspectServer(place);
}

async function inspectFile(path: string): Promise<StoreFacts> {
  const { sqliteVersion } = await import('./sqlite/sqlite-version.js').catch((cause) => {
    throw notInstalledError(path, cause);
  });
  const version = sqliteVersion(path);
  try {
    await mayWrite(path);
  } catch (error) {
    throw sqliteError(error, path);
  }
  return { kind: 'SQLite', path, version };
}

async function inspectServer(place: PostgresPlace): Promise<StoreFacts> {
  const { askServer } = await import('./postgres/ask-server.js').catch((cause) => {
    throw notInstalledError(place.shown, cause);
  });
  return { kind: 'PostgreSQL', path: place.shown, ...(await askServer(place)) };
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
