import { z } from 'zod';
import { identifyPane } from '../../panes/index.js';
import { targetField, targetHostField } from '../fields.js';
import { call } from '../operation.js';
import type { Runtime } from '../runtime.js';
import { agentField, agentOf, agentOutput } from './agent-output.js';
import { type AgentTarget, agentTarget } from './agent-target.js';

export const agentRegister = call({
  name: 'agent.register',
  summary: 'Register the program in a pane as an agent',
  description:
    'Stores the agent under an id and name, and keeps its conversation. If the pane already has a registered agent, that one is updated. Agents with hooks of muxwright register themselves.',
  effect: 'change',
  idempotent: true,
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({
    target: targetField,
    host: targetHostField,
    name: z.string().min(1).max(200).optional().describe('Name of the agent.'),
    profile: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe(
        'Name of the profile used to read its screen, e.g. claude-code or codex (default: detected).',
      ),
    itermPaneId: z
      .string()
      .max(1_000)
      .nullable()
      .optional()
      .describe('The iTerm pane that displays it; never used for delivery.'),
  }),
  output: agentOutput,
  examples: [{ does: 'register the program in a pane', input: { target: '%3', name: 'reviewer' } }],
  handler: async ({ target, host, ...options }, { runtime }) => {
    const agents = await runtime.agents();
    const open = await agentTarget(runtime, target, host);
    const profile = options.profile ?? open.agent?.profile ?? (await knownProfile(runtime, open));
    return agentOf(await agents.register({ ...options, host: open.host, paneId: open.pane.id, profile }));
  },
});

/** The name of the profile for what is in a pane, where it is a program that one knows. */
async function knownProfile(runtime: Runtime, { tmux, pane }: AgentTarget): Promise<string | undefined> {
  const { profile } = await identifyPane(tmux, pane.id, await runtime.profiles());
  return profile.programs.length > 0 ? profile.name : undefined;
}

export const agentRemove = call({
  name: 'agent.remove',
  summary: 'Remove an agent',
  description: 'Also deletes its stored conversation. Its program keeps running.',
  effect: 'destroy',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({ agent: agentField }),
  output: z.object({ id: z.string() }),
  examples: [{ does: 'remove the agent reviewer', input: { agent: 'reviewer' } }],
  handler: async ({ agent }, { runtime }) => {
    const agents = await runtime.agents();
    const { id } = await agents.get(agent);
    await agents.remove(id);
    return { id };
  },
});
