import { z } from 'zod';
import { call } from '../operation.js';
import { workerNameField, workerOf, workerOutput } from './worker-output.js';
import { commandField, envField, readyWaitFields, readyWaitOf } from './worker-start-fields.js';

export const workerRespawn = call({
  name: 'worker.respawn',
  summary: 'Start a worker again that has stopped',
  description:
    'The same command, variables, folder, tags and worktree as before, unless others are given, which count from then on. One that runs is refused with WORKER_RUNNING, or with force ended first.',
  effect: 'destroy',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({
    name: workerNameField,
    force: z.boolean().default(false).describe('End it first where it runs.'),
    command: commandField.optional(),
    env: envField.optional(),
    ...readyWaitFields,
  }),
  output: workerOutput,
  examples: [{ does: 'end it if it runs, and start it again', input: { name: 'web', force: true } }],
  handler: async ({ name, force, command, env, ...ready }, { runtime, signal, progress }) => {
    const options = {
      force,
      ...(command !== undefined && { command }),
      ...(env && { env }),
      ...readyWaitOf(ready),
      signal,
    };
    const workers = await runtime.workers();
    progress(`starting ${name} again`);
    return workerOf(await workers.respawn(name, options));
  },
});
