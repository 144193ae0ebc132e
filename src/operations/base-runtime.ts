import { setImmediate } from 'node:timers/promises';
import type { AgentsOptions } from '../agents/index.js';
import type { Agents } from '../agents/registry/agents.js';
import type { LoadedConfig } from '../config/load-config.js';
import type { PaneDelivery } from '../delivery/pane-delivery.js';
import type { HostOptions } from '../hosts/index.js';
import { loadModule } from '../model/index.js';
import { Context, type Profile } from '../panes/index.js';
import { hostTools } from '../recorder/index.js';
import type { LiveRedactor } from '../redaction/live-redactor.js';
import type { RunRecorder } from '../runs/index.js';
import type { Runs } from '../runs/runs.js';
import type { ChatSessions } from '../sessions/chat-sessions.js';
import type { ChatSessionsOptions } from '../sessions/index.js';
import type { Store } from '../store/index.js';
import { type ConnectOptions, patience, type Tmux } from '../tmux/index.js';
import type { Workers } from '../workers/workers.js';
import type { Workspace } from '../workspace/workspace.js';
import { outside } from './reach/current-confinement.js';
import { Services } from './services.js';
import { storeSettings } from './state/store-settings.js';

export interface RuntimeOptions {
  /** Where everything is remembered; the default store, opened when it is first needed, without it. */
  readonly store?: Store;
  /** Configuration file, which then counts alone; see `loadConfig` for the default. */
  readonly configPath?: string;
  /** Told when the configuration file of the current folder is used, which somebody else may have made. */
  readonly onProjectConfig?: (file: string) => void;
  /** How hosts are reached. */
  readonly connect?: ConnectOptions;
  /**
   * The host of services whose calls name none.
   * @default 'local'
   */
  readonly host?: string;
  /** Folder for the logs of runs, workers and workspaces on the hosts; each host's own state folder without it. */
  readonly logFolder?: string;
  readonly clock?: () => Date;
}

/** What callers of the sessions of chats may choose. */
export type SessionsOptions = Pick<ChatSessionsOptions, 'command' | 'limit' | 'idleMs'>;

/** Which workspace is meant; the usual one without it. */
interface WorkspacePlace {
  readonly host?: string | undefined;
  readonly session?: string | undefined;
  readonly folder?: string | undefined;
}

/**
 * One store, one set of connections, and the services that know only these, each made when it is first needed. `Runtime`
 * has the services that are made with all of this.
 */
export class BaseRuntime implements AsyncDisposable {
  readonly #options: RuntimeOptions;
  /** Closed last: services write down what they know when they are closed. */
  readonly #context: Context;
  readonly #services = new Services();

  constructor(options: RuntimeOptions = {}) {
    this.#options = options;
    const { connect, store, clock, configPath } = options;
    this.#context = new Context({
      connect: { ...patience, ...connect },
      store,
      clock,
      storeSettings: () => storeSettings(configPath),
      profileFolders: async () => {
        const { profileFolders: folders, projectProfileFolders: projectFolders = [] } = await this.config();
        return { folders, projectFolders };
      },
    });
  }

  get hostOptions(): HostOptions {
    return this.#options.connect ?? {};
  }

  /** The one connection to the tmux server of a host. */
  connect(host: string): Promise<Tmux> {
    return this.#context.connect(host);
  }

  store(): Promise<Store> {
    // It serves all callers, not only the first one.
    return outside(() => this.#context.requireStore());
  }

  /** The folder of the store, where everything else is kept, too. */
  async stateFolder(): Promise<string> {
    return (await this.store()).folder ?? '.';
  }

  /** Masks secrets in what leaves through a face and has not been through a recorder. */
  redactor(): Promise<LiveRedactor> {
    return this.#services.get('redactor', async () => {
      const { LiveRedactor } = await loadModule(() => import('../redaction/live-redactor.js'));
      return new LiveRedactor();
    });
  }

  config(): Promise<LoadedConfig> {
    return this.#services.get('config', async () => {
      const { loadConfig } = await loadModule(() => import('../config/load-config.js'));
      const config = await loadConfig({ path: this.#options.configPath });
      if (config.projectFile !== undefined) this.#options.onProjectConfig?.(config.projectFile);
      return config;
    });
  }

  /** Reads the configuration again. One that cannot be used is thrown, and the one before stays. */
  async reloadConfig(): Promise<{ readonly before: LoadedConfig; readonly after: LoadedConfig }> {
    const before = await this.config();
    const { loadConfig } = await loadModule(() => import('../config/load-config.js'));
    const after = await loadConfig({ path: this.#options.configPath });
    this.#services.replace('config', after);
    return { before, after };
  }

  /** What starts commands on a host, and tmux there. */
  async runsAt(host: string): Promise<readonly [Runs, Tmux]> {
    const { logFolder } = this.#options;
    const given = logFolder === undefined ? {} : { folder: logFolder };
    // What the host has for runs is asked for again by the run, which then says what is wrong.
    const connecting = this.#context.connect(host, (opened) => void hostTools(opened, given).catch(() => {}));
    connecting.catch(() => {});
    // Loading the rest holds up everything else in this process. By the next turn, the host has been given its work.
    await setImmediate();
    return Promise.all([this.runs(), connecting]);
  }

  runs(): Promise<Runs> {
    return this.#services.get('runs', async () => {
      // The store is opened meanwhile.
      const [{ Runs }] = await Promise.all([loadModule(() => import('../runs/runs.js')), this.store()]);
      const config = { ...this.#keeping(), recorder: () => this.recorder() };
      return new Runs({ ...this.#common, config });
    });
  }

  /** How programs look: those of the configuration before those that come with muxwright. */
  profiles(): Promise<readonly Profile[]> {
    return outside(() => this.#context.profiles());
  }

  /** What delivers to the panes of a host. It reaches tmux when it is first used: also where none runs yet. */
  delivery(host = 'local'): Promise<PaneDelivery> {
    return this.#services.get(`delivery ${host}`, async () => {
      const [{ PaneDelivery }, config] = await Promise.all([
        loadModule(() => import('../delivery/pane-delivery.js')),
        this.config(),
      ]);
      return new PaneDelivery({ context: this.#context, host, config });
    });
  }

  agents(): Promise<Agents> {
    return this.#services.get('agents', async () => {
      const [{ Agents }, config] = await Promise.all([
        loadModule(() => import('../agents/registry/agents.js')),
        this.config(),
        this.store(),
      ]);
      return new Agents({ ...this.#common, config, redactionOf: this.redactionOf });
    });
  }

  /** Which workspace a call means, by what it names and what the configuration says. */
  async workspacePlace(named: WorkspacePlace = {}): Promise<WorkspacePlace> {
    const { workspace } = await this.config();
    const { host = this.#options.host ?? workspace.host } = named;
    const { session = workspace.session, folder = workspace.folder } = named;
    return { host, session, folder };
  }

  /** One for each host, session and folder: the workspace of a language model. */
  async workspace(named: WorkspacePlace): Promise<Workspace> {
    const [place, { workspace }] = await Promise.all([this.workspacePlace(named), this.config()]);
    const { host, session, folder } = place;
    return this.#services.get(`workspace ${JSON.stringify([host, session, folder])}`, async () => {
      const { Workspace } = await loadModule(() => import('../workspace/workspace.js'));
      const { startSuggestion } = workspace;
      const config = {
        ...this.#keeping(),
        ...(session !== undefined && { session }),
        ...(folder !== undefined && { folder }),
        ...(startSuggestion !== undefined && { startSuggestion }),
      };
      return new Workspace({ ...this.#common, ...(host !== undefined && { host }), config });
    });
  }

  /** One for each set of limits and command. */
  sessions(options: SessionsOptions = {}): Promise<ChatSessions> {
    return this.#services.get(`sessions ${JSON.stringify(options)}`, async () => {
      const [{ ChatSessions }] = await Promise.all([
        loadModule(() => import('../sessions/chat-sessions.js')),
        this.store(),
      ]);
      return new ChatSessions({ ...this.#common, ...options });
    });
  }

  workers(): Promise<Workers> {
    return this.#services.get('workers', async () => {
      const { Workers } = await loadModule(() => import('../workers/workers.js'));
      // One service for all runs: two would watch the same pane.
      return new Workers({ ...this.#common, runs: () => this.runs() });
    });
  }

  /** A service that is made when it is first asked for, and closed with the others. */
  protected service<T>(name: string, make: () => Promise<T>): Promise<T> {
    return this.#services.get(name, make);
  }

  /** What records the runs that are started; nothing by itself. */
  protected async recorder(): Promise<RunRecorder | undefined> {
    return undefined;
  }

  /** What hides the secrets of a pane in what an agent asks; without it questions are not kept. */
  protected get redactionOf(): AgentsOptions['redactionOf'] {
    return undefined;
  }

  protected get clock(): (() => Date) | undefined {
    return this.#options.clock;
  }

  /** Ends connections and watches. Everything that runs in tmux goes on. */
  async close(): Promise<void> {
    await this.#services.close();
    await this.#context.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  get #common(): { readonly context: Context; readonly host?: string } {
    const { host } = this.#options;
    return { context: this.#context, ...(host !== undefined && { host }) };
  }

  #keeping(): { logFolder?: string } {
    const { logFolder } = this.#options;
    return logFolder === undefined ? {} : { logFolder };
  }
}
