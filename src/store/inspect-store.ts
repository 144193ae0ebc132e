import { constants, existsSync } from 'node:fs';
import { access, mkdtemp, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { loadModule } from '../model/index.js';
import { sqliteError } from './sqlite/sqlite-error.js';
import { isInStateFolder, requireStateFolder } from './state-folder.js';
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
 * `STORE_UNAVAILABLE` or `STORE_TOO_NEW`.
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
    if (isInStateFolder(path)) requireStateFolder(dirname(path));
    if (existsSync(path)) await openFile(path);
    else await mayMake(path);
  } catch (error) {
    throw sqliteError(error, path);
  }
  return { kind: 'SQLite', path, version };
}

/** Fails as opening the store would. */
async function openFile(path: string): Promise<void> {
  await access(path, constants.R_OK | constants.W_OK);
  const [{ inspectSqlite }, { checkSchema }] = await Promise.all([
    loadModule(() => import('./sqlite/inspect-sqlite.js')),
    loadModule(() => import('./migrate.js')),
  ]);
  checkSchema(await inspectSqlite(path), { place: path, wayOut: 'set MUXWRIGHT_HOME to another folder' });
}

async function inspectServer(place: PostgresPlace): Promise<StoreFacts> {
  const { askServer } = await import('./postgres/ask-server.js').catch((cause) => {
    throw notInstalledError(place.shown, cause);
  });
  return { kind: 'PostgreSQL', path: place.shown, ...(await askServer(place)) };
}

/** Tries it in the folder that the file, or its folders, would be made in, and removes what it made. */
async function mayMake(path: string): Promise<void> {
  const folder = dirname(path);
  if (!existsSync(folder)) return mayMake(folder);
  await rmdir(await mkdtemp(join(folder, '.muxwright-')));
}
