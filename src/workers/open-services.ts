import { loadModule } from '../model/index.js';
import { type Context, type HeldContext, holdContext } from '../panes/index.js';
import type { Runs } from '../runs/runs.js';
import { checkSessionName, Tmux } from '../tmux/index.js';
import { defaultSessionName } from './default-session-name.js';
import type { AskedEarly } from './survey-workers.js';
import { checkWorkerName } from './worker-name.js';
import { workerPanes } from './worker-panes.js';
import { placeOf } from './worker-place.js';
import type { WorkerServices } from './worker-services.js';
import { workersDefaults } from './workers-defaults.js';
import type { WorkersConfig, WorkersOptions } from './workers-options.js';

/** Opens what workers need when it is first needed, and closes what it has opened. */
export class OpenServices {
  readonly #options: WorkersOptions;
  readonly #config: WorkersConfig;
  readonly #held: HeldContext;
  readonly #host: string;
  readonly #prefix: string;
  #runs: Promise<Runs> | undefined;
  #services: Promise<WorkerServices> | undefined;

  constructor(options: WorkersOptions) {
    this.#options = options;
    this.#config = options.config ?? {};
    const { context, store, clock, profiles } = options;
    this.#held = holdContext(context, {
      connect: this.#config.connect,
      store,
      clock,
      profiles,
      profileFolders: { folders: this.#config.profileFolders ?? [] },
    });
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

  /** Ends the connections. The workers keep running. */
  async close(): Promise<void> {
    await (await this.#runs)?.close();
    await this.#held.release();
  }

  get #context(): Context {
    return this.#held.context;
  }

  async #open(): Promise<WorkerServices> {
    const store = await this.#context.requireStore();
    // One that is only in memory belongs to nobody else's folder, so that of the user is as good as any.
    const name = defaultSessionName(store.folder, this.#prefix);
    return {
      store,
      config: this.#config,
      clock: this.#context.clock,
      now: (host) => this.#now(host),
      shellStartMs: this.#config.shellStartMs ?? workersDefaults.shellStartMs,
      host: this.#host,
      session: this.#options.session ?? name,
      prefix: this.#prefix,
      owner: name.slice(-8),
      tmux: (host) => this.#tmux(host),
      runs: () => this.#options.runs?.() ?? this.#loadRuns(),
      delivery: async (tmux) => {
        const { PaneDelivery } = await loadModule(() => import('../delivery/pane-delivery.js'));
        return new PaneDelivery({ context: this.#context, host: tmux });
      },
      profiles: () => this.#context.profiles(),
    };
  }

  async #now(host: string): Promise<Date> {
    const { givenClock } = this.#context;
    if (givenClock) return givenClock();
    const tmux = await this.#tmux(host).catch(() => undefined);
    return tmux ? this.#context.now(tmux) : new Date();
  }

  async #tmux(host: string): Promise<Tmux> {
    const { host: given } = this.#options;
    return given instanceof Tmux && given.place === host ? given : this.#context.connect(host);
  }

  #loadRuns(): Promise<Runs> {
    this.#runs ??= import('../runs/runs.js').then(({ Runs }) => {
      const { logFolder, recorder } = this.#config;
      const config = { recorder, ...(logFolder !== undefined && { logFolder }) };
      return new Runs({ context: this.#context, config });
    });
    return this.#runs;
  }
}
