import { z } from 'zod';
import type { Store } from '../../store/index.js';
import { time, timeField } from '../fields.js';
import { call } from '../operation.js';
import { page, pageFields, pageOutput } from '../page.js';

const hostRow = z.object({
  host: z
    .string()
    .describe('Its address, with the socket of its tmux server where that is not the usual one.'),
  runs: z.number(),
  running: z.number().describe('Runs that go on, as they were last seen.'),
  workers: z.number(),
  agents: z.number().describe('That live.'),
  sessions: z.number().describe('Of chats.'),
  lastRunAt: timeField.optional(),
});

export const hostList = call({
  name: 'host.list',
  summary: 'List the hosts that something is remembered of',
  description: 'Nothing is asked of the hosts: host.info tells whether one can be reached.',
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
