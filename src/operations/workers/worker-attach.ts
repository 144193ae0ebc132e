import { z } from 'zod';
import { shellQuote } from '../../model/index.js';
import { call } from '../operation.js';
import { workerNameField } from './worker-output.js';

export const workerAttach = call({
  name: 'worker.attach',
  summary: "Tell how a person's terminal gets into the window of a worker",
  description:
    'The command to run in a terminal, on whatever host the worker is. In a terminal that is inside the same tmux it only turns to the window.',
  effect: 'read',
  faces: ['cli', 'http'],
  input: z.strictObject({
    name: workerNameField,
    readOnly: z.boolean().default(false).describe('Look, but do not touch.'),
    tmux: z
      .string()
      .max(4_096)
      .optional()
      .describe('The variable TMUX of the terminal that will attach, where it has one.'),
  }),
  output: z.object({
    argv: z.array(z.string()),
    line: z.string().describe('The same for a shell.'),
    kind: z.enum(['attach', 'switch']).describe('switch: the terminal is in that tmux already.'),
  }),
  examples: [{ does: 'to look at the worker api', input: { name: 'api', readOnly: true } }],
  handler: async ({ name, readOnly, tmux }, { runtime }) => {
    const { argv, kind } = await (await runtime.workers()).attach(name, { readOnly, env: { TMUX: tmux } });
    return { argv: [...argv], line: argv.map(shellQuote).join(' '), kind };
  },
});
