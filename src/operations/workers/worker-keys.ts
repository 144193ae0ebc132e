import { z } from 'zod';
import { call } from '../operation.js';
import { workerNameField } from './worker-output.js';

const keysOutput = z.object({ name: z.string(), keys: z.array(z.string()).describe('What was pressed.') });

export const workerInterrupt = call({
  name: 'worker.interrupt',
  summary: 'Stop what the program of a worker is doing',
  description:
    'Presses Ctrl-C, or the key that the program knows for it, such as Escape of an agent. Look with worker.status whether it helped.',
  effect: 'change',
  hints: { interrupts: true },
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({ name: workerNameField }),
  output: keysOutput,
  examples: [{ does: 'the worker api stops its turn', input: { name: 'api' } }],
  handler: async ({ name }, { runtime }) => {
    const { keys } = await (await runtime.workers()).interrupt(name);
    return { name, keys: [...keys] };
  },
});

export const workerEof = call({
  name: 'worker.eof',
  summary: 'End the input of a worker',
  description: 'Presses Ctrl-D, the end of input for a program that reads to its end.',
  effect: 'change',
  hints: { interrupts: true },
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({ name: workerNameField }),
  output: keysOutput,
  examples: [{ does: 'the worker sum has all its numbers', input: { name: 'sum' } }],
  handler: async ({ name }, { runtime }) => {
    await (await runtime.workers()).eof(name);
    return { name, keys: ['C-d'] };
  },
});
