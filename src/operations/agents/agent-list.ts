import { z } from 'zod';
import { call } from '../operation.js';
import { page, pageFields, pageOutput } from '../page.js';
import { agentOf, agentOutput, agentStateOutput } from './agent-output.js';
import { currentAgents } from './current-agents.js';

export const agentList = call({
  name: 'agent.list',
  summary: 'List agents and their state',
  description:
    'Agents that were registered, and agents that reported themselves through hooks, newest first. States come from hooks and screens.',
  effect: 'read',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({
    state: agentStateOutput.optional().describe('Only agents in this state.'),
    host: z
      .string()
      .min(1)
      .max(1_000)
      .optional()
      .describe('Only agents on this host, given as its full address.'),
    ended: z.boolean().default(false).describe('Include agents that have ended.'),
    ...pageFields,
  }),
  output: z.object({ agents: z.array(agentOutput), ...pageOutput }),
  examples: [
    { does: 'all running agents', input: {} },
    { does: 'agents that wait for input', input: { state: 'AWAITING_INPUT' } },
  ],
  handler: async ({ state, host, ended, ...paging }, { runtime, signal }) => {
    const agents = await currentAgents(runtime, signal);
    const all = await agents.list({ state, host, ...(!ended && { live: true }) });
    const { items, next } = page(all, paging);
    return { agents: items.map(agentOf), ...next };
  },
});
