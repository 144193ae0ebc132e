import type { AgentOption, AgentQuestion } from './agent-record.js';

/** A run or an agent that waits for a person, as it is written down: true as long as somebody watches. */
export interface WaitingItem {
  readonly id: string;
  readonly kind: 'run' | 'agent';
  readonly host: string;
  readonly paneId?: string;
  /** Of the agent, or of the worker that the run is of. */
  readonly name?: string;
  /** Of a run. */
  readonly command?: string;
  readonly prompt?: string;
  readonly question?: string;
  readonly fingerprint?: string;
  readonly promptKind?: AgentQuestion['promptKind'] | 'line' | 'password' | 'key';
  readonly options?: readonly AgentOption[];
  /** ISO 8601. */
  readonly since: string;
}
