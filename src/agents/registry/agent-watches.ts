import { KeyedMutex } from '../../model/index.js';
import type { Profile } from '../../panes/index.js';
import { type AgentVerdict, AgentWatch, type Transition } from '../../status/index.js';
import type { AgentRecord } from '../../store/index.js';
import type { Tmux } from '../../tmux/index.js';
import type { HookEvent } from '../hooks/hook-event.js';
import { lookAtAgent } from './look-at-agent.js';

export interface AgentWatchesOptions {
  readonly clock: () => Date;
  profiles(): Promise<readonly Profile[]>;
  /** Hears of every change of state. */
  changed(agentId: string, transition: Transition): void;
}

/** The agents that are watched by this process: their state comes from more than their hooks. */
export class AgentWatches {
  readonly #options: AgentWatchesOptions;
  readonly #watches = new Map<string, AgentWatch>();
  /** Two that follow the same agent at once would each put a watch there, and only one of them is known later. */
  readonly #changes = new KeyedMutex();

  constructor(options: AgentWatchesOptions) {
    this.#options = options;
  }

  /** Begins to watch an agent in a pane, in the place of another one that it was in. */
  follow(agent: AgentRecord, tmux: Tmux, paneId: string, hasWorked: boolean): Promise<AgentVerdict> {
    return this.#changes.run(agent.id, async () => {
      await this.#end(agent.id);
      const { clock } = this.#options;
      const { profile } = await lookAtAgent(tmux, paneId, agent, await this.#options.profiles());
      const watch = new AgentWatch(tmux, paneId, profile, { clock, hasWorked });
      this.#watches.set(agent.id, watch);
      watch.on('transition', (transition) => this.#options.changed(agent.id, transition));
      try {
        await watch.start();
      } catch (error) {
        await this.#end(agent.id);
        throw error;
      }
      return watch.verdict;
    });
  }

  get(agentId: string): AgentWatch | undefined {
    const watch = this.#watches.get(agentId);
    return watch?.closed ? undefined : watch;
  }

  hook(agentId: string, event: HookEvent): void {
    this.get(agentId)?.hook(event.event, event.raw, event.at);
  }

  forget(agentId: string): Promise<void> {
    return this.#changes.run(agentId, () => this.#end(agentId));
  }

  async close(): Promise<void> {
    const ids = new Set([...this.#watches.keys(), ...this.#changes.keys]);
    await Promise.all([...ids].map((id) => this.forget(id)));
  }

  async #end(agentId: string): Promise<void> {
    const watch = this.#watches.get(agentId);
    this.#watches.delete(agentId);
    await watch?.close();
  }
}
