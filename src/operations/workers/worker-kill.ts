import { z } from 'zod';
import { call } from '../operation.js';
import { remainsField } from '../runs/remains-field.js';
import { workerNameField, workerOf, workerOutput } from './worker-output.js';

export const workerKill = call({
  name: 'worker.kill',
  summary: 'End a worker',
  description:
    'Ctrl-C, then terminate, then kill, with all processes of its program. It stays known, with its log, until worker.clean. No error where it has ended already. Its session goes with the last worker in it.',
  effect: 'destroy',
  idempotent: true,
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({
    name: workerNameField,
    graceMs: z
      .number()
      .int()
      .min(0)
      .max(3_600_000)
      .default(2_000)
      .describe('Milliseconds for each of the steps.'),
    removeWorktree: z
      .boolean()
      .default(false)
      .describe('Remove its worktree, too; where it has work that is nowhere else, that fails.'),
    force: z
      .boolean()
      .default(false)
      .describe('With removeWorktree: uncommitted changes go. Commits stay on their branch.'),
  }),
  output: z.object({
    worker: workerOutput,
    wasRunning: z.boolean(),
    session: z.object({
      killed: z.boolean(),
      why: z.string().optional().describe('Why it stays; ends a sentence.'),
    }),
    worktree: z.object({ path: z.string(), keptBranch: z.string().optional() }).optional(),
    remains: remainsField,
  }),
  examples: [{ does: 'the worker api', input: { name: 'api' } }],
  handler: async ({ name, ...options }, { runtime, progress }) => {
    const workers = await runtime.workers();
    progress(`ending ${name}`);
    const { worker, remains, ...result } = await workers.kill(name, options);
    return { ...result, worker: workerOf(worker), ...(remains && { remains: [...remains] }) };
  },
});
