import { z } from 'zod';
import { call } from '../operation.js';
import { workerNameField } from './worker-output.js';

const keysOutput = z.object({
  name: z.string(),
  keys: z.array(z.string()).describe('The key that was pressed.'),
});

export const workerInterrupt = call({
  name: 'worker.interrupt',
  summary: 'Interrupt the program of a worker',
  description:
    'Presses Ctrl-C, or the interrupt key of the program, e.g. Escape for an agent. Check the effect with worker.status.',
  effect: 'change',
  hints: { interrupts: true },
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({ name: workerNameField }),
  output: keysOutput,
  examples: [{ does: 'interrupt the turn of the worker api', input: { name: 'api' } }],
  handler: async ({ name }, { runtime }) => {
    const { keys } = await (await runtime.workers()).interrupt(name);
    return { name, keys: [...keys] };
  },
});

export const workerEof = call({
  name: 'worker.eof',
  summary: 'End the input of a worker',
  description: 'Presses Ctrl-D, which ends the input of a program that reads its whole input.',
  effect: 'change',
  hints: { interrupts: true },
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({ name: workerNameField }),
  output: keysOutput,
  examples: [{ does: 'finish the input of the worker sum', input: { name: 'sum' } }],
  handler: async ({ name }, { runtime }) => {
    await (await runtime.workers()).eof(name);
    return { name, keys: ['C-d'] };
  },
});
