import { z } from 'zod';
import { call } from '../operation.js';
import { workerNameField, workerOf, workerOutput } from './worker-output.js';
import { commandField, envField, readyWaitFields, readyWaitOf } from './worker-start-fields.js';

export const workerRespawn = call({
  name: 'worker.respawn',
  summary: 'Restart a stopped worker',
  description:
    'Uses the same command, variables, folder, tags and worktree as before; given values replace them, also for later restarts. A running worker fails with WORKER_RUNNING; with force it is ended first.',
  effect: 'destroy',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({
    name: workerNameField,
    force: z.boolean().default(false).describe('End it first if it is running.'),
    command: commandField.optional(),
    env: envField.optional(),
    ...readyWaitFields,
  }),
  output: workerOutput,
  examples: [{ does: 'end it if it is running, and restart it', input: { name: 'web', force: true } }],
  handler: async ({ name, force, command, env, ...ready }, { runtime, signal, progress }) => {
    const options = {
      force,
      ...(command !== undefined && { command }),
      ...(env && { env }),
      ...readyWaitOf(ready),
      signal,
    };
    const workers = await runtime.workers();
    progress(`restarting ${name}`);
    return workerOf(await workers.respawn(name, options));
  },
});
