import { z } from 'zod';
import { call } from '../operation.js';
import { remainsField } from '../runs/remains-field.js';
import { workerNameField, workerOf, workerOutput } from './worker-output.js';

export const workerKill = call({
  name: 'worker.kill',
  summary: 'End a worker',
  description:
    'Ctrl-C, then terminate, then kill, for all processes of its program. The worker and its log are kept until worker.clean. Succeeds if it has already ended. Its session ends with its last worker.',
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
      .describe('Milliseconds between the steps.'),
    removeWorktree: z
      .boolean()
      .default(false)
      .describe('Also remove its worktree; fails if it has work that exists nowhere else.'),
    force: z
      .boolean()
      .default(false)
      .describe('With removeWorktree: discard uncommitted changes. Commits stay on their branch.'),
  }),
  output: z.object({
    worker: workerOutput,
    wasRunning: z.boolean(),
    session: z.object({
      killed: z.boolean(),
      why: z.string().optional().describe('Why it is kept; ends a sentence.'),
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
