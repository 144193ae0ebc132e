import { z } from 'zod';
import { call } from '../operation.js';
import { page, pageFields, pageOutput } from '../page.js';
import { shortCommand } from '../short-command.js';
import { activityOf, activityOutput, workerNameField, workerOf, workerOutput } from './worker-output.js';

export const workerList = call({
  name: 'worker.list',
  summary: 'List workers and their state',
  description:
    'Oldest first, including stopped ones. Workers of a host that does not answer have the state unknown.',
  effect: 'read',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({
    tag: z.string().min(1).max(1_000).optional().describe('Only workers with this tag.'),
    state: z
      .enum(['starting', 'running', 'stopped', 'unknown'])
      .optional()
      .describe('Only workers in this state.'),
    hosts: z
      .array(z.string().min(1).max(1_000))
      .max(100)
      .optional()
      .describe('More hosts to search for workers.'),
    ...pageFields,
  }),
  output: z.object({ workers: z.array(workerOutput), ...pageOutput }),
  examples: [
    { does: 'all workers', input: {} },
    { does: 'running workers with the tag red', input: { tag: 'red', state: 'running' } },
  ],
  handler: async ({ tag, state, hosts, ...paging }, { runtime }) => {
    const all = await (await runtime.workers()).ls({
      ...(tag !== undefined && { tag }),
      ...(hosts && { hosts }),
    });
    const { items, next } = page(
      all.filter((worker) => state === undefined || worker.state === state),
      paging,
    );
    const workers = items.map(workerOf).map((one) => ({ ...one, command: shortCommand(one.command) }));
    return { workers, ...next };
  },
});

export const workerStatus = call({
  name: 'worker.status',
  summary: 'Show the state of a worker and its program',
  description:
    'Whether it is running, how it ended, and whether its program is busy, ready for input, or asks a question.',
  effect: 'read',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({ name: workerNameField }),
  output: workerOutput.extend({ activity: activityOutput.optional() }),
  examples: [{ does: 'the worker api', input: { name: 'api' } }],
  handler: async ({ name }, { runtime }) => {
    const { activity, ...worker } = await (await runtime.workers()).status(name);
    return { ...workerOf(worker), ...(activity && { activity: activityOf(activity) }) };
  },
});
