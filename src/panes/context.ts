import type { Host } from '../hosts/index.js';
import { MuxError } from '../model/index.js';
import { type OpenStoreOptions, openStore, type Store } from '../store/index.js';
import { Connections, type ConnectOptions, type HostTarget, serverTime, type Tmux } from '../tmux/index.js';
import type { LoadProfilesOptions, Profile } from './profiles/profile.js';

export interface ContextOptions {
  /** How hosts are reached. */
  readonly connect?: ConnectOptions | undefined;
  /**
   * Where everything is remembered, or a function that gives it; the caller keeps it. `false`: nowhere.
   * @default its own store, opened when it is first needed
   */
  readonly store?: Store | false | (() => Promise<Store>) | undefined;
  /**
   * Which store it opens for itself.
   * @default the default store
   */
  readonly storeSettings?: (() => Promise<OpenStoreOptions>) | undefined;
  /** @default the clock of this machine, or that of a host where its processes have to agree */
  readonly clock?: (() => Date) | undefined;
  /** How programs look; the shipped profiles and those of `profileFolders` by default. */
  readonly profiles?: readonly Profile[] | undefined;
  /** Folders with further profiles. */
  readonly profileFolders?: LoadProfilesOptions | (() => Promise<LoadProfilesOptions>) | undefined;
}

/**
 * What services share: one connection to each tmux server, the store, the clock and the profiles, each opened when it is
 * first needed. A service that is given one leaves it open; a service that is given none makes its own and closes it.
 *
 * @example
 * await using context = new Context();
 * const runs = new Runs({ context });
 * const workers = new Workers({ context });
 */
export class Context implements AsyncDisposable {
  /** Says what time it is. */
  readonly clock: () => Date;
  readonly #options: ContextOptions;
  readonly #connections: Connections;
  #store: Promise<Store> | undefined;
  #profiles: Promise<readonly Profile[]> | undefined;
  #closed = false;

  constructor(options: ContextOptions = {}) {
    this.#options = options;
    this.clock = options.clock ?? (() => new Date());
    this.#connections = new Connections(options.connect ?? {});
  }

  /**
   * The one connection to the tmux server of a host.
   *
   * @param meanwhile what to do on a host that is not connected to yet, while it is; it must not throw
   */
  async connect(host: HostTarget, meanwhile?: (host: Host) => void): Promise<Tmux> {
    this.#throwIfClosed();
    return this.#connections.get(host, meanwhile);
  }

  /** Where everything is remembered; `undefined` where nothing is to be. */
  async store(): Promise<Store | undefined> {
    const { store } = this.#options;
    if (store === false) return undefined;
    if (typeof store === 'object') return store;
    this.#throwIfClosed();
    const opening = this.#store ?? (store ? store() : this.#openStore());
    this.#store = opening;
    return opening.catch((error: unknown) => {
      // The next call tries again.
      if (this.#store === opening) this.#store = undefined;
      throw error;
    });
  }

  /** The same for what cannot do without. */
  async requireStore(): Promise<Store> {
    const store = await this.store();
    if (store) return store;
    throw new MuxError('INVALID_ARGUMENT', 'No store is open: the option `store` is false.', {
      suggestion: 'Omit the option `store`, or pass a store.',
    });
  }

  /** How programs look. */
  async profiles(): Promise<readonly Profile[]> {
    if (this.#options.profiles) return this.#options.profiles;
    const loading = this.#profiles ?? this.#loadProfiles();
    this.#profiles = loading;
    return loading.catch((error: unknown) => {
      // The mistake in the file may be corrected by then.
      if (this.#profiles === loading) this.#profiles = undefined;
      throw error;
    });
  }

  /** The time by the clock that all processes share: that of the host, unless a clock was given. */
  async now(tmux: Tmux): Promise<Date> {
    return this.#options.clock?.() ?? serverTime(tmux);
  }

  /** The clock that was given, for work on hosts that otherwise have their own. */
  get givenClock(): (() => Date) | undefined {
    return this.#options.clock;
  }

  /** Ends the connections, then closes the store that it opened itself. Everything that runs in tmux keeps running. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#connections[Symbol.asyncDispose]();
    const isOwn = this.#options.store === undefined;
    if (isOwn) await (await this.#store?.catch(() => undefined))?.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #openStore(): Promise<Store> {
    return openStore({ ...(await this.#options.storeSettings?.()), clock: this.#options.clock });
  }

  /** Loaded when they are needed: a list of workers, which people ask for most, needs none. */
  async #loadProfiles(): Promise<readonly Profile[]> {
    const { profileFolders } = this.#options;
    const [{ loadProfiles }, folders] = await Promise.all([
      import('./profiles/profile.js'),
      typeof profileFolders === 'function' ? profileFolders() : profileFolders,
    ]);
    return loadProfiles(folders);
  }

  #throwIfClosed(): void {
    if (this.#closed)
      throw new MuxError('CLOSED', 'The connections and the store were closed by their owner.');
  }
}

/** A context in the hands of a service. */
export interface HeldContext {
  readonly context: Context;
  /** Closes the context where the service made it. */
  release(): Promise<void>;
}

/** The context that a service was given, or else its own. */
export function holdContext(given: Context | undefined, options: ContextOptions): HeldContext {
  const context = given ?? new Context(options);
  return { context, release: async () => (given ? undefined : context.close()) };
}
