import { agentKinds } from '../../agents/agent-kinds.js';
import type { AgentRow } from './agent-row.js';
import type { Target } from './targets.js';

export interface TrialOptions {
  /** The name of the profile that the agent is read by. */
  readonly profile: string;
  readonly messages: readonly string[];
  readonly prompts: number;
  readonly races: number;
}

/** Something that the lab does with an agent. It adds what it saw to the row. */
export type Trial = (target: Target, row: AgentRow, options: TrialOptions) => Promise<void>;

/** A model that answers at once. */
export const QUICK = { delayMs: 20, chunkMs: 0 };

export function readsGenerically({ name }: Target, { profile }: TrialOptions): boolean {
  return profile !== agentKinds[name].profile;
}
