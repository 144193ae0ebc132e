import type { Output } from '../../api/operations.js';
import type { Tone } from '../../components/badge.js';

type AgentState = Output<'agent.list'>['agents'][number]['state'];

const looks: Readonly<Record<AgentState, readonly [Tone, string]>> = {
  STARTING: ['busy', 'starting'],
  IDLE: ['quiet', 'idle'],
  PROCESSING: ['busy', 'working'],
  AWAITING_INPUT: ['waits', 'its turn is over'],
  EXITED: ['quiet', 'exited'],
  UNKNOWN: ['quiet', 'unknown'],
};

export function agentTone(state: AgentState): Tone {
  return looks[state][0];
}

/** The state of an agent in a word. */
export function agentWord(state: AgentState): string {
  return looks[state][1];
}
