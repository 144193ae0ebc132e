import type { AgentsConfig } from '../../config/index.js';
import type { BridgeLog } from '../../delivery/index.js';
import type { Context, Profile } from '../../panes/index.js';
import type { AgentEvent, AgentRecord, Store, TurnRecord } from '../../store/index.js';
import type { ConnectOptions } from '../../tmux/index.js';
import type { HookTrouble } from '../hooks/hook-receiver.js';

export type RedactLines = (lines: readonly string[]) => readonly string[];

export interface AgentsServiceConfig extends Partial<AgentsConfig> {
  /** How hosts are reached. */
  readonly connect?: ConnectOptions | undefined;
}

export interface AgentsOptions {
  /**
   * Address of the host whose panes are registered where no other is named.
   * @default 'local'
   */
  readonly host?: string | undefined;
  /**
   * What they share with other services, instead of a `store`, a `clock`, `profiles` and `config.connect` of their own.
   */
  readonly context?: Context | undefined;
  /** Where agents are remembered; the default store, opened when it is first needed, without it. */
  readonly store?: Store | undefined;
  readonly config?: AgentsServiceConfig | undefined;
  readonly clock?: (() => Date) | undefined;
  /** How programs look; the shipped ones and those of `config.profileFolders` without it. */
  readonly profiles?: readonly Profile[] | undefined;
  /**
   * Gives what hides the secrets of a pane in lines of its screen. Without it the questions of agents are not kept, and
   * events do not carry them.
   */
  readonly redactionOf?: ((host: string, paneId: string) => Promise<RedactLines>) | undefined;
  /** Takes what somebody should look at when a delivery has failed. */
  readonly log?: BridgeLog | undefined;
}

export interface AgentsStartOptions {
  /** Whether to read what hooks wrote and write, and from which folder. @default true */
  readonly hooks?: boolean | { readonly folder?: string | undefined } | undefined;
  /** Whether to watch the panes of all agents, so that their state is known also where no hook tells. @default false */
  readonly watch?: boolean | undefined;
  /** Hears of hooks that could not be taken. */
  readonly onTrouble?: ((trouble: HookTrouble) => void) | undefined;
}

export interface RegisterOptions {
  /** The tmux pane it is in: `%3`. */
  readonly paneId: string;
  /** Address of the host. @default that of the service */
  readonly host?: string | undefined;
  /** What people call it. Agents that live have different ones. */
  readonly name?: string | undefined;
  /** Name of the profile that its screen is read by. */
  readonly profile?: string | undefined;
  readonly itermPaneId?: string | null | undefined;
}

export interface AgentsEvents {
  /** As the store has it: `data` is what goes over the wire, with `turn_id` where a turn is the reason. */
  state_changed: [event: AgentEvent];
  /** `data` is `{ agent_id, available, timestamp }`. */
  commander_availability: [event: AgentEvent];
  turn: [turn: TurnRecord, agent: AgentRecord];
}
