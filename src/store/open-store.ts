import { loadModule } from '../model/index.js';
import type { Store } from './store.js';
import { notInstalledError } from './store-not-installed.js';
import { type StorePlace, storePlace } from './store-place.js';

export interface OpenStoreOptions {
  /**
   * The file of a SQLite database, or `:memory:`. It is made if it is not there.
   * @default `$MUXWRIGHT_HOME/muxwright.db`, else `muxwright/muxwright.db` in the XDG state folder
   */
  readonly path?: string | undefined;
  /**
   * A database of a PostgreSQL server, for several machines: `postgres://user:password@host:port/database`. It needs the
   * package `pg`. Files, such as recordings, are kept in the folder that a SQLite database would be in.
   * @default `$MUXWRIGHT_STORE`, where no path is given
   */
  readonly url?: string | undefined;
  /**
   * The name of this machine in a store that several use.
   * @default `$MUXWRIGHT_MACHINE`, else `user@hostname`
   */
  readonly machine?: string | undefined;
  /**
   * The key for what is sealed in a store with a URL. Machines that open the same values need the same key.
   * @default `$MUXWRIGHT_KEY_FILE`, else `credentials.key` in the state folder
   */
  readonly keyFile?: string | undefined;
  /**
   * Where `url` leads to a pooler that changes connections between transactions: a URL of the same database that leads to the
   * server itself. Otherwise events of other processes are polled every half second.
   * @default `$MUXWRIGHT_STORE_LISTEN`
   */
  readonly listenUrl?: string | undefined;
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
  const { clock = () => new Date(), ...settings } = options;
  const place = storePlace(settings);
  const { connectStore } = await loadStore(place);
  return connectStore(place, clock);
}

/** Loaded when it is needed: SQLite and the query builder would make every start of the command line slower. */
async function loadStore(place: StorePlace): Promise<typeof import('./connect-store.js')> {
  try {
    return await loadModule(() => import('./connect-store.js'));
  } catch (cause) {
    throw notInstalledError(place.kind === 'sqlite' ? place.path : place.shown, cause);
  }
}
