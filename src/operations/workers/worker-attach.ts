import { z } from 'zod';
import { shellQuote } from '../../model/index.js';
import { call } from '../operation.js';
import { workerNameField } from './worker-output.js';

export const workerAttach = call({
  name: 'worker.attach',
  summary: 'Get the command that attaches to the window of a worker',
  description:
    'The command to run in a terminal, for any host. In a terminal inside the same tmux server, it switches to the window instead.',
  effect: 'read',
  faces: ['cli', 'http'],
  input: z.strictObject({
    name: workerNameField,
    readOnly: z.boolean().default(false).describe('Attach read-only.'),
    tmux: z
      .string()
      .max(4_096)
      .optional()
      .describe('The variable TMUX of the terminal that will attach, if set.'),
  }),
  output: z.object({
    argv: z.array(z.string()),
    line: z.string().describe('The same as one shell command.'),
    kind: z.enum(['attach', 'switch']).describe('switch: the terminal is already in that tmux server.'),
  }),
  examples: [{ does: 'to view the worker api', input: { name: 'api', readOnly: true } }],
  handler: async ({ name, readOnly, tmux }, { runtime }) => {
    const { argv, kind } = await (await runtime.workers()).attach(name, { readOnly, env: { TMUX: tmux } });
    return { argv: [...argv], line: argv.map(shellQuote).join(' '), kind };
  },
});
