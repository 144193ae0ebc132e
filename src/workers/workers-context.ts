import type { TmuxBridge } from '../agents/bridge/tmux-bridge.js';
import type { Profile } from '../agents/profiles/profile.js';
import type { TmuxAutomation } from '../runs/automation.js';
import { openStore } from '../store/open-store.js';
import type { Store } from '../store/store.js';
import { Connections } from '../tmux/connections.js';
import { checkSessionName } from '../tmux/names.js';
import { serverTime } from '../tmux/server-time.js';
import { Tmux } from '../tmux/tmux.js';
import { defaultSessionName } from './default-session-name.js';
import type { AskedEarly } from './survey-workers.js';
import { checkWorkerName } from './worker-name.js';
import { workerPanes } from './worker-panes.js';
import { placeOf } from './worker-place.js';
import type { WorkerServices } from './worker-services.js';
import { workersDefaults } from './workers-defaults.js';
import type { WorkersConfig, WorkersOptions } from './workers-options.js';

/** Opens what workers need when it is first needed, and closes what it has opened. */
export class WorkersContext {
  readonly #options: WorkersOptions;
  readonly #config: WorkersConfig;
  readonly #clock: () => Date;
  readonly #connections: Connections;
  readonly #host: string;
  readonly #prefix: string;
  readonly #bridges = new Map<Tmux, Promise<TmuxBridge>>();
  #automation: Promise<TmuxAutomation> | undefined;
  #ownStore: Promise<Store> | undefined;
  #profiles: Promise<readonly Profile[]> | undefined;
  #services: Promise<WorkerServices> | undefined;

  constructor(options: WorkersOptions) {
    this.#options = options;
    this.#config = options.config ?? {};
    this.#clock = options.clock ?? (() => new Date());
    this.#connections = new Connections(this.#config.connect ?? {});
    this.#prefix = checkWorkerName(options.prefix ?? workersDefaults.prefix, 'session');
    if (options.session !== undefined) checkSessionName(options.session);
    const { host = workersDefaults.host, socket } = options;
    this.#host =
      host instanceof Tmux ? host.place : placeOf({ host: workersDefaults.host }, { host, socket });
  }

  services(): Promise<WorkerServices> {
    this.#services ??= this.#open().catch((error: unknown) => {
      // The next call tries again.
      this.#services = undefined;
      throw error;
    });
    return this.#services;
  }

  /** tmux answers while the store is being opened; nothing where it is open, and nothing is to be gained. */
  askEarly(): AskedEarly | undefined {
    if (this.#services) return undefined;
    const panes = this.#tmux(this.#host).then(workerPanes);
    // The question is asked again, and that one tells what is wrong.
    return { host: this.#host, panes: panes.catch(() => undefined) };
  }

  /** Ends the connections. The workers go on. */
  async close(): Promise<void> {
    await (await this.#automation)?.close();
    await Promise.all([...this.#bridges.values()].map(async (bridge) => (await bridge).close()));
    await this.#connections[Symbol.asyncDispose]();
    await (await this.#ownStore?.catch(() => undefined))?.close();
  }

  async #open(): Promise<WorkerServices> {
    const { session, store: given } = this.#options;
    const store = (await (typeof given === 'function' ? given() : given)) ?? (await this.#openStore());
    // One that is only in memory belongs to nobody else's folder, so that of the user is as good as any.
    const name = defaultSessionName(store.folder, this.#prefix);
    return {
      store,
      config: this.#config,
      clock: this.#clock,
      now: (host) => this.#now(host),
      shellStartMs: this.#config.shellStartMs ?? workersDefaults.shellStartMs,
      host: this.#host,
      session: session ?? name,
      prefix: this.#prefix,
      owner: name.slice(-8),
      tmux: (host) => this.#tmux(host),
      automation: () => this.#loadAutomation(store),
      bridge: (tmux) => this.#bridge(tmux),
      profiles: () => this.#loadProfiles(),
    };
  }

  async #now(host: string): Promise<Date> {
    const { clock } = this.#options;
    if (clock) return clock();
    const tmux = await this.#tmux(host).catch(() => undefined);
    return tmux ? serverTime(tmux) : new Date();
  }

  #openStore(): Promise<Store> {
    this.#ownStore = openStore({ clock: this.#clock });
    return this.#ownStore;
  }

  async #tmux(host: string): Promise<Tmux> {
    const { host: given } = this.#options;
    return given instanceof Tmux && given.place === host ? given : this.#connections.get(host);
  }

  #loadAutomation(store: Store): Promise<TmuxAutomation> {
    this.#automation ??= import('../runs/automation.js').then(({ TmuxAutomation }) => {
      const { logFolder, recorder } = this.#config;
      const config = { recorder, ...(logFolder !== undefined && { logFolder }) };
      const { clock } = this.#options;
      return new TmuxAutomation({ store, config, ...(clock && { clock }) });
    });
    return this.#automation;
  }

  #bridge(tmux: Tmux): Promise<TmuxBridge> {
    const bridge = this.#bridges.get(tmux) ?? this.#loadBridge(tmux);
    this.#bridges.set(tmux, bridge);
    return bridge;
  }

  async #loadBridge(tmux: Tmux): Promise<TmuxBridge> {
    const { TmuxBridge } = await import('../agents/bridge/tmux-bridge.js');
    return new TmuxBridge({
      host: tmux,
      clock: this.#clock,
      config: { profileFolders: this.#config.profileFolders ?? [] },
      ...(this.#options.profiles && { profiles: this.#options.profiles }),
    });
  }

  async #loadProfiles(): Promise<readonly Profile[]> {
    if (this.#options.profiles) return this.#options.profiles;
    this.#profiles ??= import('../agents/profiles/profile.js').then(({ loadProfiles }) =>
      loadProfiles({ folders: this.#config.profileFolders ?? [] }),
    );
    try {
      return await this.#profiles;
    } catch (error) {
      // The mistake in the file may be corrected by then.
      this.#profiles = undefined;
      throw error;
    }
  }
}
