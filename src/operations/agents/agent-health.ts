import { z } from 'zod';
import { programsOf } from '../../agents/index.js';
import { failedDelivery } from '../../delivery/index.js';
import type { AgentRecord } from '../../store/index.js';
import { targetField, targetHostField } from '../fields.js';
import { call } from '../operation.js';
import type { Runtime } from '../runtime.js';
import { agentTarget } from './agent-target.js';

export const agentHealth = call({
  name: 'agent.health',
  summary: 'Tell whether the pane of an agent is there, and whether the agent runs in it',
  description:
    'One look at tmux, and at the processes where the name of the program does not tell. A pane that is gone is no error: available is false.',
  effect: 'read',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({ target: targetField, host: targetHostField }),
  output: z.object({
    paneId: z.string(),
    host: z.string(),
    available: z.boolean().describe('The pane is there.'),
    running: z.boolean().describe('The agent is in the foreground of it.'),
    command: z.string().optional().describe('The program in the foreground, as tmux has it.'),
    pid: z.number().optional(),
    dead: z.boolean().optional().describe('The program has ended and its pane stays.'),
    evidence: z.string().optional(),
    latencyMs: z.number(),
  }),
  examples: [{ does: 'the agent reviewer', input: { target: 'reviewer' } }],
  handler: async ({ target, host }, { runtime, signal }) => {
    const { host: place, paneId, agent } = await find(runtime, target, host);
    const programs = await programsToFind(runtime, agent);
    const delivery = await runtime.delivery(place);
    const health = await delivery.checkHealth(paneId, { signal, ...(programs.length > 0 && { programs }) });
    if (health.errorType !== undefined && health.errorType !== 'PANE_NOT_FOUND')
      throw failedDelivery(health, `The health of pane ${paneId} is not known`);
    const { available, running, command, pid, dead, evidence, latencyMs } = health;
    return {
      paneId,
      host: place,
      available,
      running,
      command,
      pid,
      dead,
      evidence,
      latencyMs: Math.round(latencyMs * 10) / 10,
    };
  },
});

interface Found {
  readonly host: string;
  readonly paneId: string;
  readonly agent?: AgentRecord | undefined;
}

/** What its profile says that it is; else what was in its pane when somebody made an agent of that. */
async function programsToFind(runtime: Runtime, agent: AgentRecord | undefined): Promise<readonly string[]> {
  const programs = await programsOf(runtime, agent?.profile);
  const command = agent?.metadata.command;
  return programs ?? (typeof command === 'string' ? [command] : []);
}

/** A pane that is gone has a state of health, too. */
async function find(runtime: Runtime, target: string, host: string | undefined): Promise<Found> {
  const place = /^%\d+$/.test(target) ? (await runtime.connect(host ?? 'local')).place : undefined;
  const live = await (await runtime.store()).agents.list({ live: true });
  const known = live.find((agent) =>
    place === undefined
      ? agent.id === target || agent.name === target
      : agent.host === place && agent.tmuxPaneId === target,
  );
  if (known?.tmuxPaneId) return { host: known.host, paneId: known.tmuxPaneId, agent: known };
  if (place !== undefined) return { host: place, paneId: target };
  const { pane, host: at, agent } = await agentTarget(runtime, target, host);
  return { host: at, paneId: pane.id, agent };
}
