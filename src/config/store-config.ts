/** Which store is used, where the environment does not say otherwise. */
export interface StoreConfig {
  /** `url`: a database of PostgreSQL, for several machines; `undefined` for a file of SQLite. */
  readonly url: string | undefined;
  /** `listen_url`: the same database without a pooler between, to be notified of changes of others. */
  readonly listenUrl: string | undefined;
  /** `machine`: the name of this machine in it. */
  readonly machine: string | undefined;
  /** `key_file`: the key for what is sealed in it. */
  readonly keyFile: string | undefined;
}

/** What counts where `muxwright.yaml` says nothing. */
export const storeConfigDefaults: StoreConfig = Object.freeze({
  url: undefined,
  listenUrl: undefined,
  machine: undefined,
  keyFile: undefined,
});
