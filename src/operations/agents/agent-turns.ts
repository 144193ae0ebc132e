import { z } from 'zod';
import { maxBytesField, time, timeField } from '../fields.js';
import { call } from '../operation.js';
import { lastBytes } from '../panes/last-bytes.js';
import { agentField } from './agent-output.js';

const idField = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

export const agentTurns = call({
  name: 'agent.turns',
  summary: 'List the stored turns of an agent',
  description:
    'Questions, answers and commands with their times and receipts, from hooks and from agent.respond, with secrets masked. While hasMore is true, continue with after or before and the id of the last turn. For the whole conversation use agent.conversation.',
  effect: 'read',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({
    agent: agentField,
    after: idField.optional().describe('Only turns after the one with this id.'),
    before: idField.optional().describe('Only turns before the one with this id.'),
    actor: z.enum(['USER', 'AGENT']).optional().describe('Only turns of the person or of the agent.'),
    order: z.enum(['newest', 'oldest']).default('newest').describe('Sort order.'),
    limit: z.number().int().min(1).max(1_000).default(50).describe('Maximum number of turns.'),
    maxBytes: maxBytesField,
  }),
  output: z.object({
    turns: z.array(
      z.object({
        id: z.number(),
        actor: z.enum(['USER', 'AGENT']),
        intent: z.string(),
        text: z.string(),
        source: z.string().describe('Source of the turn.'),
        createdAt: timeField,
        confirmedAt: timeField.optional().describe('Time at which the other side reported it too.'),
        receipt: z.record(z.string(), z.unknown()).optional(),
      }),
    ),
    hasMore: z.boolean(),
  }),
  examples: [{ does: 'the last 10', input: { agent: 'reviewer', limit: 10 } }],
  handler: async ({ agent, limit, maxBytes, ...options }, { runtime }) => {
    const agents = await runtime.agents();
    const turns = await agents.turns(agent, { ...options, limit: limit + 1 });
    const shown = fitting(turns.slice(0, limit), maxBytes).map(
      ({ agentId: _, createdAt, confirmedAt, receipt, ...turn }) => ({
        ...turn,
        createdAt: time(createdAt),
        confirmedAt: confirmedAt && time(confirmedAt),
        receipt: receipt && { ...receipt },
      }),
    );
    return { turns: shown, hasMore: turns.length > shown.length };
  },
});

/** The first ones that fit; one at least, of which the end has to do where it is too long for itself. */
function fitting<T extends { readonly text: string }>(turns: readonly T[], maxBytes: number): T[] {
  let left = maxBytes;
  const end = turns.findIndex(({ text }, index) => {
    left -= Buffer.byteLength(text);
    return left < 0 && index > 0;
  });
  const kept = end < 0 ? turns : turns.slice(0, end);
  return kept.map((turn) => ({ ...turn, text: lastBytes(turn.text, maxBytes).text }));
}
