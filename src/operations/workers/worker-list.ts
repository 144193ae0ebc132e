import { z } from 'zod';
import { call } from '../operation.js';
import { page, pageFields, pageOutput } from '../page.js';
import { shortCommand } from '../short-command.js';
import { activityOf, activityOutput, workerNameField, workerOf, workerOutput } from './worker-output.js';

export const workerList = call({
  name: 'worker.list',
  summary: 'List the workers with what they do',
  description:
    'The oldest first, also those that have stopped. Workers of a host that does not answer are unknown.',
  effect: 'read',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({
    tag: z.string().min(1).max(1_000).optional().describe('Only those with this tag.'),
    state: z
      .enum(['starting', 'running', 'stopped', 'unknown'])
      .optional()
      .describe('Only those in this state.'),
    hosts: z
      .array(z.string().min(1).max(1_000))
      .max(100)
      .optional()
      .describe('Further hosts to look for workers on.'),
    ...pageFields,
  }),
  output: z.object({ workers: z.array(workerOutput), ...pageOutput }),
  examples: [
    { does: 'all of them', input: {} },
    { does: 'those that run and have the tag red', input: { tag: 'red', state: 'running' } },
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
  summary: 'Tell how a worker is, and what its program does',
  description:
    'One look at the worker: whether it runs, how it ended, and of one that runs whether it is busy, ready for input, or asks something.',
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
