import { z } from 'zod';
import type { AgentRecord } from '../../store/index.js';
import { time, timeField } from '../fields.js';

export const agentField = z.string().min(1).max(1_000).describe('Id or name of the agent.');

export const agentStateOutput = z
  .enum(['STARTING', 'IDLE', 'PROCESSING', 'AWAITING_INPUT', 'EXITED', 'UNKNOWN'])
  .describe(
    'IDLE: ready for a first prompt. PROCESSING: working. AWAITING_INPUT: it asks a question, or its turn is over.',
  );

/** An agent as all operations tell of it. */
export const agentOutput = z.object({
  id: z.string(),
  name: z.string().optional(),
  state: agentStateOutput,
  stateSource: z.string().describe('Source of the state: hook, screen, …'),
  stateDetail: z.string(),
  stateSince: timeField,
  host: z.string(),
  paneId: z.string().nullable().describe('Id of the tmux pane that receives text.'),
  itermPaneId: z.string().nullable(),
  profile: z.string().optional().describe('Profile used to read its screen.'),
  sessionId: z.string().optional().describe('Session id given by the agent itself.'),
  cwd: z.string().optional(),
  startedAt: timeField,
  lastSeenAt: timeField,
  endedAt: timeField.optional(),
  endReason: z.string().optional(),
});

/** An agent as JSON has it. */
export function agentOf(agent: AgentRecord): z.input<typeof agentOutput> {
  const { stateSince, startedAt, lastSeenAt, endedAt } = agent;
  return {
    ...agent,
    paneId: agent.tmuxPaneId,
    stateSince: time(stateSince),
    startedAt: time(startedAt),
    lastSeenAt: time(lastSeenAt),
    endedAt: endedAt && time(endedAt),
  };
}
