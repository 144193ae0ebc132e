import { z } from 'zod';
import { call } from '../operation.js';
import { agentItems } from './agent-items.js';
import { inboxItem } from './inbox-item.js';
import { runItems } from './run-items.js';

export const inboxList = call({
  name: 'inbox.list',
  summary: 'List what waits for a person: runs that ask, agents that need an answer',
  description:
    'The longest waiting first, with the question and the choices as the screen shows them. Answer a run with run.input, an agent with agent.respond: the mode option takes the number of a choice. The event inbox tells when the list changes.',
  effect: 'read',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({
    host: z.string().min(1).max(1000).optional().describe('Only what waits on this host.'),
    limit: z.number().int().min(1).max(200).default(100).describe('How many to give at most.'),
  }),
  output: z.object({ items: z.array(inboxItem), hasMore: z.boolean() }),
  examples: [{ does: 'everything that waits', input: {} }],
  handler: async ({ host, limit }, { runtime, signal }) => {
    const context = { runtime, signal, host };
    const found = await Promise.all([runItems(context), agentItems(context)]);
    const items = found.flat().sort((a, b) => (a.since < b.since ? -1 : 1));
    return { items: items.slice(0, limit), hasMore: items.length > limit };
  },
});
