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
  why: z.string().optional().describe('What would be lost with it; ending it requires force.'),
});

const hostsField = z
  .array(z.string().min(1).max(1_000))
  .max(100)
  .optional()
  .describe('More hosts to search, with their sockets.');

export const workerOrphans = call({
  name: 'worker.orphans',
  summary: 'List worker sessions without workers',
  description:
    'Sessions created for workers, or named like them: on the default host, the hosts of known workers, and the given hosts. worker.kill-orphans ends them.',
  effect: 'read',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({ hosts: hostsField, ...pageFields }),
  output: z.object({ orphans: z.array(orphanOutput), ...pageOutput }),
  examples: [{ does: 'on all hosts of workers', input: {} }],
  handler: async ({ hosts, ...paging }, { runtime }) => {
    const orphans = await (await runtime.workers()).orphans(hosts ? { hosts } : {});
    const { items, next } = page(orphans, paging);
    return { orphans: items.map(orphanOf), ...next };
  },
});

export const workerKillOrphans = call({
  name: 'worker.kill-orphans',
  summary: 'End worker sessions without workers',
  description:
    'All of them except those in which a person opened something, or one by its exact name: then it fails with SESSION_IN_USE if a person opened something in it.',
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
        .describe('Host of that session (default: the default host).'),
      hosts: hostsField,
      force: z
        .boolean()
        .default(false)
        .describe('Also if a person is attached, or has windows or programs there.'),
    })
    .refine(
      ({ session, host, hosts }) => (session === undefined ? host === undefined : hosts === undefined),
      rule`give ${field('session')} with its ${field('host')}, or ${field('hosts')} for all sessions there`,
    ),
  output: z.object({ killed: z.array(z.string()).describe('Names of the ended sessions.') }),
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
