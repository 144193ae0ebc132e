import { setImmediate } from 'node:timers/promises';
import type { TmuxBridge } from '../agents/bridge/tmux-bridge.js';
import type { AgentsConfig } from '../agents/config/agents-config.js';
import type { LoadedConfig } from '../agents/config/load-config.js';
import type { Profile } from '../agents/profiles/profile.js';
import type { Agents } from '../agents/registry/agents.js';
import type { HostOptions } from '../hosts/host-options.js';
import { hostTools } from '../recorder/host-tools.js';
import type { LiveRedactor } from '../recorder/live-redactor.js';
import type { TmuxAutomation } from '../runs/automation.js';
import type { RunRecorder } from '../runs/automation-options.js';
import type { TmuxManagerConfig } from '../sessions/manager-options.js';
import type { TmuxManager } from '../sessions/tmux-manager.js';
import { openStore } from '../store/open-store.js';
import type { Store } from '../store/store.js';
import type { ConnectOptions } from '../tmux/connect.js';
import { patience } from '../tmux/connect-patiently.js';
import { Connections } from '../tmux/connections.js';
import type { Tmux } from '../tmux/tmux.js';
import type { Workers } from '../workers/workers.js';
import type { TmuxCapability } from '../workspace/tmux-capability.js';
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
  /** Folder for the logs of runs, workers and workspaces on the hosts; each host's own state folder without it. */
  readonly logFolder?: string;
  readonly clock?: () => Date;
}

/** What callers of the sessions of chats may choose. */
export type SessionsOptions = Pick<
  TmuxManagerConfig,
  'command' | 'maxSessionsPerContainer' | 'sessionIdleTimeoutMs'
>;

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
  readonly #connections: Connections;
  readonly #services = new Services();
  /** Apart, because it is closed last: services write down what they know when they are closed. */
  readonly #store = new Services();

  constructor(options: RuntimeOptions = {}) {
    this.#options = options;
    this.#connections = new Connections({ ...patience, ...options.connect });
  }

  get hostOptions(): HostOptions {
    return this.#options.connect ?? {};
  }

  /** The one connection to the tmux server of a host. */
  connect(host: string): Promise<Tmux> {
    return this.#connections.get(host);
  }

  store(): Promise<Store> {
    const { store, clock } = this.#options;
    if (store) return Promise.resolve(store);
    return this.#store.get('store', async () =>
      openStore({ ...(await storeSettings(this.#options.configPath)), clock }),
    );
  }

  /** The folder of the store, where everything else is kept, too. */
  async stateFolder(): Promise<string> {
    return (await this.store()).folder ?? '.';
  }

  /** Masks secrets in what leaves through a face and has not been through a recorder. */
  redactor(): Promise<LiveRedactor> {
    return this.#services.get('redactor', async () => {
      const { LiveRedactor } = await import('../recorder/live-redactor.js');
      return new LiveRedactor();
    });
  }

  config(): Promise<LoadedConfig> {
    return this.#services.get('config', async () => {
      const { loadConfig } = await import('../agents/config/load-config.js');
      const config = await loadConfig({ path: this.#options.configPath });
      if (config.projectFile !== undefined) this.#options.onProjectConfig?.(config.projectFile);
      return config;
    });
  }

  /** Reads the configuration again. One that cannot be used is thrown, and the one before stays. */
  async reloadConfig(): Promise<{ readonly before: LoadedConfig; readonly after: LoadedConfig }> {
    const before = await this.config();
    const { loadConfig } = await import('../agents/config/load-config.js');
    const after = await loadConfig({ path: this.#options.configPath });
    this.#services.replace('config', after);
    return { before, after };
  }

  /** What starts commands on a host, and tmux there. */
  async automationAt(host: string): Promise<readonly [TmuxAutomation, Tmux]> {
    const { logFolder } = this.#options;
    const given = logFolder === undefined ? {} : { folder: logFolder };
    // What the host has for runs is asked for again by the run, which then says what is wrong.
    const connecting = this.#connections.get(host, (opened) => void hostTools(opened, given).catch(() => {}));
    connecting.catch(() => {});
    // Loading the rest holds up everything else in this process. By the next turn, the host has been given its work.
    await setImmediate();
    return Promise.all([this.automation(), connecting]);
  }

  automation(): Promise<TmuxAutomation> {
    return this.#services.get('automation', async () => {
      const { TmuxAutomation } = await import('../runs/automation.js');
      const config = { ...this.#keeping(), recorder: () => this.recorder() };
      return new TmuxAutomation({ ...this.#shared(), store: await this.store(), config });
    });
  }

  /** How programs look: those of the configuration before those that come with muxwright. */
  profiles(): Promise<readonly Profile[]> {
    return this.#services.get('profiles', async () => {
      const { loadProfiles } = await import('../agents/profiles/profile.js');
      const { profileFolders: folders, projectProfileFolders: projectFolders = [] } = await this.config();
      return loadProfiles({ folders, projectFolders });
    });
  }

  /** One for each host: what it knows of programs stays with it. */
  bridge(host: string): Promise<TmuxBridge> {
    return this.#services.get(`bridge ${host}`, async () => {
      const [{ TmuxBridge }, tmux, config] = await Promise.all([
        import('../agents/bridge/tmux-bridge.js'),
        this.connect(host),
        this.#agentsConfig(),
      ]);
      return new TmuxBridge({ ...this.#shared(), host: tmux, config: { ...config, ...this.#reaching() } });
    });
  }

  /** The one of this machine, which reaches tmux when it is first used: also where none runs yet. */
  localBridge(): Promise<TmuxBridge> {
    return this.#services.get('local bridge', async () => {
      const { TmuxBridge } = await import('../agents/bridge/tmux-bridge.js');
      return new TmuxBridge({
        ...this.#shared(),
        config: { ...(await this.#agentsConfig()), ...this.#reaching() },
      });
    });
  }

  agents(): Promise<Agents> {
    return this.#services.get('agents', async () => {
      const { Agents } = await import('../agents/registry/agents.js');
      const config = { ...(await this.#agentsConfig()), ...this.#reaching() };
      return new Agents({ ...this.#shared(), store: await this.store(), config });
    });
  }

  /** One for each host, session and folder: the workspace of a language model. */
  workspace({ host, session, folder }: WorkspacePlace): Promise<TmuxCapability> {
    return this.#services.get(`workspace ${JSON.stringify([host, session, folder])}`, async () => {
      const { TmuxCapability } = await import('../workspace/tmux-capability.js');
      const config = {
        ...this.#keeping(),
        ...(session !== undefined && { session }),
        ...(folder !== undefined && { folder }),
      };
      const connecting = host === undefined ? {} : { host: () => this.connect(host) };
      return new TmuxCapability({ ...this.#shared(), ...connecting, config });
    });
  }

  /** One for each set of limits and command. */
  sessions(options: SessionsOptions = {}): Promise<TmuxManager> {
    return this.#services.get(`sessions ${JSON.stringify(options)}`, async () => {
      const { TmuxManager } = await import('../sessions/tmux-manager.js');
      const config = this.#reaching();
      return new TmuxManager({ ...this.#shared(), store: await this.store(), config, ...options });
    });
  }

  workers(): Promise<Workers> {
    const store = (): Promise<Store> => this.store();
    return this.#services.get('workers', async () => {
      const { Workers } = await import('../workers/workers.js');
      const config = { ...this.#keeping(), recorder: () => this.recorder() };
      return new Workers({ ...this.#shared(), store, config });
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

  protected get clock(): (() => Date) | undefined {
    return this.#options.clock;
  }

  /** Ends connections and watches. Everything that runs in tmux goes on. */
  async close(): Promise<void> {
    await this.#services.close();
    await this.#store.close();
    await this.#connections[Symbol.asyncDispose]();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #agentsConfig(): Promise<AgentsConfig> {
    const loaded = await this.config();
    const { file: _, ownFile: _own, projectFile: _project, recordings: _recordings, ...rest } = loaded;
    const { runs: _runs, server: _server, store: _store, ...config } = rest;
    return config;
  }

  #shared(): { clock?: () => Date } {
    const { clock } = this.#options;
    return clock ? { clock } : {};
  }

  #keeping(): { connect?: ConnectOptions; logFolder?: string } {
    const { logFolder } = this.#options;
    return { ...this.#reaching(), ...(logFolder !== undefined && { logFolder }) };
  }

  #reaching(): { connect?: ConnectOptions } {
    const { connect } = this.#options;
    return connect ? { connect } : {};
  }
}
