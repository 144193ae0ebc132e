import { z } from 'zod';
import { field } from '../../model/index.js';
import type { OrphanedSession } from '../../workers/index.js';
import { time, timeField } from '../fields.js';
import { call } from '../operation.js';
import { page, pageFields, pageOutput } from '../page.js';
import { rule } from '../rule.js';

const orphanOutput = z.object({
  host: z.string(),
  session: z.string(),
  windows: z.number(),
  createdAt: timeField,
  attached: z.boolean().describe('Whether a person is attached to it.'),
  why: z.string().optional().describe('What would be lost with it, so that it goes only by force.'),
});

const hostsField = z
  .array(z.string().min(1).max(1_000))
  .max(100)
  .optional()
  .describe('Further hosts to look at, with their sockets.');

export const workerOrphans = call({
  name: 'worker.orphans',
  summary: 'List sessions for workers in which none is any more',
  description:
    'Sessions that were made for workers, or are named as such: on the usual host, the hosts of known workers, and those that are named. worker.kill-orphans ends them.',
  effect: 'read',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({ hosts: hostsField, ...pageFields }),
  output: z.object({ orphans: z.array(orphanOutput), ...pageOutput }),
  examples: [{ does: 'wherever workers were', input: {} }],
  handler: async ({ hosts, ...paging }, { runtime }) => {
    const orphans = await (await runtime.workers()).orphans(hosts ? { hosts } : {});
    const { items, next } = page(orphans, paging);
    return { orphans: items.map(orphanOf), ...next };
  },
});

export const workerKillOrphans = call({
  name: 'worker.kill-orphans',
  summary: 'End sessions for workers in which none is any more',
  description:
    "All in which nothing of a person's is, or one by its exact name: then it fails with SESSION_IN_USE where something of a person's is in it.",
  effect: 'destroy',
  idempotent: true,
  faces: ['cli', 'mcp', 'http'],
  input: z
    .strictObject({
      session: z
        .string()
        .min(1)
        .max(1_000)
        .optional()
        .describe('One session, by its exact name (default: all).'),
      host: z
        .string()
        .min(1)
        .max(1_000)
        .optional()
        .describe('The host of that session (default: the usual one).'),
      hosts: hostsField,
      force: z
        .boolean()
        .default(false)
        .describe('Also where a person is attached, or has windows or programs there.'),
    })
    .refine(
      ({ session, host, hosts }) => (session === undefined ? host === undefined : hosts === undefined),
      rule`give ${field('session')} with its ${field('host')}, or ${field('hosts')} for all sessions there`,
    ),
  output: z.object({ killed: z.array(z.string()).describe('Names of the sessions that are gone.') }),
  examples: [
    { does: 'all of them', input: {} },
    { does: 'one of them', input: { session: 'swarm-d2a4bcb5' } },
  ],
  handler: async ({ session, host, hosts, force }, { runtime }) => {
    const workers = await runtime.workers();
    if (session === undefined) {
      const gone = await workers.killOrphans({ force, ...(hosts && { hosts }) });
      return { killed: gone.map((orphan) => orphan.session) };
    }
    await workers.killOrphan(session, { force, ...(host !== undefined && { host }) });
    return { killed: [session] };
  },
});

function orphanOf(orphan: OrphanedSession): z.input<typeof orphanOutput> {
  return { ...orphan, createdAt: time(orphan.createdAt) };
}
