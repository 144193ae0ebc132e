import { resolve } from 'node:path';
import { homeFolder } from '../model/home-folder.js';
import { MuxError } from '../model/mux-error.js';
import type { Store } from './store.js';
import { notInstalledError } from './store-not-installed.js';
import { defaultStorePath } from './store-path.js';

export interface OpenStoreOptions {
  /**
   * The database file, or `:memory:`. It is made if it is not there.
   * @default `$MUXWRIGHT_HOME/muxwright.db`, else `muxwright/muxwright.db` in the XDG state folder
   */
  readonly path?: string | undefined;
  /**
   * Says what time it is.
   * @default the time of this machine
   */
  readonly clock?: (() => Date) | undefined;
}

/**
 * Opens the store. Several processes may have the same one open. Fails with `STORE_UNAVAILABLE`, or with
 * `STORE_TOO_NEW` where a newer muxwright changed the schema.
 *
 * @example
 * await using store = await openStore();
 * const { runs } = await store.runs.list({ state: 'running' });
 */
export async function openStore(options: OpenStoreOptions = {}): Promise<Store> {
  const { path = defaultStorePath(process.env, homeFolder()), clock = () => new Date() } = options;
  if (path === '' || path.includes('\0') || /^[a-z][a-z+]+:\/\//i.test(path)) {
    throw new MuxError('INVALID_ARGUMENT', `'${path}' is not a path for the store.`, {
      suggestion: "Give the path of a SQLite file, or ':memory:'.",
    });
  }
  const { connectStore } = await loadStore(path);
  return connectStore(path === ':memory:' ? path : resolve(path), clock);
}

/** Loaded when it is needed: SQLite and the query builder would make every start of the command line slower. */
async function loadStore(path: string): Promise<typeof import('./connect-store.js')> {
  try {
    return await import('./connect-store.js');
  } catch (cause) {
    throw notInstalledError(path, cause);
  }
}
