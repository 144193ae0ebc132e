import type { BridgeContext } from '../bridge/bridge-context.js';
import type { BridgeLog } from '../bridge/bridge-options.js';
import { TmuxBridge } from '../bridge/tmux-bridge.js';
import type { AgentsConfig } from '../config/agents-config.js';
import { loadProfiles, type Profile } from '../profiles/profile.js';
import type { AgentPlaces } from './agent-places.js';
import type { HookSignals } from './hook-signals.js';

export interface AgentBridgesOptions {
  readonly places: AgentPlaces;
  readonly config: AgentsConfig;
  readonly clock: () => Date;
  readonly signals: HookSignals;
  readonly profiles?: readonly Profile[] | undefined;
  readonly log?: BridgeLog | undefined;
}

/** The bridge of each host, over the connection that all share. */
export class AgentBridges {
  readonly #options: AgentBridgesOptions;
  readonly #bridges = new Map<string, TmuxBridge>();
  #profiles: Promise<readonly Profile[]> | undefined;

  constructor(options: AgentBridgesOptions) {
    this.#options = options;
  }

  async bridge(host: string): Promise<TmuxBridge> {
    const tmux = await this.#options.places.tmux(host);
    const known = this.#bridges.get(tmux.place);
    if (known) return known;
    const { config, clock, signals, log } = this.#options;
    const bridge = new TmuxBridge({
      host: tmux,
      config,
      clock,
      profiles: await this.profiles(),
      signals: signals.source(tmux.place),
      ...(log && { log }),
    });
    this.#bridges.set(tmux.place, bridge);
    return bridge;
  }

  /** For what is done with keys and looks of one's own. */
  async context(host: string): Promise<BridgeContext> {
    const { places, config, clock, signals, log } = this.#options;
    const tmux = await places.tmux(host);
    return {
      tmux,
      profiles: await this.profiles(),
      signals: signals.source(tmux.place),
      clock,
      log,
      commandTimeoutMs: config.subprocessTimeoutMs,
    };
  }

  async profiles(): Promise<readonly Profile[]> {
    if (this.#options.profiles) return this.#options.profiles;
    this.#profiles ??= loadProfiles({
      folders: this.#options.config.profileFolders,
      projectFolders: this.#options.config.projectProfileFolders ?? [],
    });
    try {
      return await this.#profiles;
    } catch (error) {
      // The mistake in the file may be corrected by then.
      this.#profiles = undefined;
      throw error;
    }
  }

  async close(): Promise<void> {
    const bridges = [...this.#bridges.values()];
    this.#bridges.clear();
    await Promise.all(bridges.map((bridge) => bridge.close()));
  }
}
