import { z } from 'zod';
import type { Store } from '../../store/index.js';
import { time, timeField } from '../fields.js';
import { call } from '../operation.js';
import { page, pageFields, pageOutput } from '../page.js';

const hostRow = z.object({
  host: z
    .string()
    .describe('Address of the host, with the socket of its tmux server unless it is the default one.'),
  runs: z.number(),
  running: z.number().describe('Running runs, by their last known state.'),
  workers: z.number(),
  agents: z.number().describe('Agents that are running.'),
  sessions: z.number().describe('Chat sessions.'),
  lastRunAt: timeField.optional(),
});

export const hostList = call({
  name: 'host.list',
  summary: 'List the known hosts',
  description: 'Does not contact the hosts: host.info checks whether one can be reached.',
  effect: 'read',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject(pageFields),
  output: z.object({ hosts: z.array(hostRow), ...pageOutput }),
  examples: [{ does: 'all hosts', input: {} }],
  handler: async (paging, { runtime }) => {
    const { items: hosts, next } = page(await knownHosts(await runtime.store()), paging);
    return { hosts, ...next };
  },
});

type HostRow = z.input<typeof hostRow>;

async function knownHosts(store: Store): Promise<HostRow[]> {
  const [runs, workers, agents, sessions] = await Promise.all([
    store.runs.hosts(),
    store.workers.list(),
    store.agents.list({ live: true }),
    store.sessions.list(),
  ]);
  const rows = new Map<string, HostRow>();
  const row = (host: string): HostRow => {
    const known = rows.get(host) ?? { host, runs: 0, running: 0, workers: 0, agents: 0, sessions: 0 };
    rows.set(host, known);
    return known;
  };
  row('local');
  for (const { host, count, running, lastStartedAt } of runs)
    Object.assign(row(host), { runs: count, running, lastRunAt: time(lastStartedAt) });
  for (const { host } of workers) row(host).workers += 1;
  for (const { host } of agents) row(host).agents += 1;
  for (const { host } of sessions) row(host).sessions += 1;
  return [...rows.values()];
}
