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
  summary: 'Check whether the pane of an agent exists and the agent runs in it',
  description:
    'Asks tmux once, and inspects the processes if the program name is not conclusive. If the pane does not exist, the call succeeds with available: false.',
  effect: 'read',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({ target: targetField, host: targetHostField }),
  output: z.object({
    paneId: z.string(),
    host: z.string(),
    available: z.boolean().describe('Whether the pane exists.'),
    running: z.boolean().describe('Whether the agent is in the foreground of the pane.'),
    command: z.string().optional().describe('Program in the foreground, as reported by tmux.'),
    pid: z.number().optional(),
    dead: z.boolean().optional().describe('Whether the program has ended while its pane remains.'),
    evidence: z.string().optional(),
    latencyMs: z.number(),
  }),
  examples: [{ does: 'check the agent reviewer', input: { target: 'reviewer' } }],
  handler: async ({ target, host }, { runtime, signal }) => {
    const { host: place, paneId, agent } = await find(runtime, target, host);
    const programs = await programsToFind(runtime, agent);
    const delivery = await runtime.delivery(place);
    const health = await delivery.checkHealth(paneId, { signal, ...(programs.length > 0 && { programs }) });
    if (health.errorType !== undefined && health.errorType !== 'PANE_NOT_FOUND')
      throw failedDelivery(health, `Could not check the health of pane ${paneId}`);
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
