import { z } from 'zod';
import type { AgentRecord } from '../../store/index.js';
import { time, timeField } from '../fields.js';

export const agentField = z.string().min(1).max(1_000).describe('Id or name of the agent.');

export const agentStateOutput = z
  .enum(['STARTING', 'IDLE', 'PROCESSING', 'AWAITING_INPUT', 'EXITED', 'UNKNOWN'])
  .describe(
    'IDLE: ready for a first prompt. PROCESSING: it works. AWAITING_INPUT: it asks something, or its turn is over.',
  );

/** An agent as all operations tell of it. */
export const agentOutput = z.object({
  id: z.string(),
  name: z.string().optional(),
  state: agentStateOutput,
  stateSource: z.string().describe('How the state is known: hook, screen, …'),
  stateDetail: z.string(),
  stateSince: timeField,
  host: z.string(),
  paneId: z.string().nullable().describe('The tmux pane that text is delivered to.'),
  itermPaneId: z.string().nullable(),
  profile: z.string().optional().describe('The profile that its screen is read by.'),
  sessionId: z.string().optional().describe("The agent's own word for its session."),
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
