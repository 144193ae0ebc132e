import { z } from 'zod';
import { maxBytesField } from '../fields.js';
import { call } from '../operation.js';
import { lastBytes } from '../panes/last-bytes.js';
import { workerNameField } from './worker-output.js';

export const workerPeek = call({
  name: 'worker.peek',
  summary: 'Show what the window of a worker shows',
  description:
    'The screen of a worker that runs, without secrets, as a person who attached would see it. For everything that it printed, also after its end, use worker.logs.',
  effect: 'read',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({
    name: workerNameField,
    lines: z
      .number()
      .int()
      .min(1)
      .max(10_000)
      .optional()
      .describe('Number of last lines, also of what scrolled away (default: those on the screen).'),
    ansi: z.boolean().default(false).describe('With the escape sequences for colours.'),
    maxBytes: maxBytesField,
  }),
  output: z.object({
    name: z.string(),
    text: z.string().describe('Of more than maxBytes the end.'),
    truncated: z.boolean().describe('Whether lines before these were left out for their size.'),
  }),
  examples: [
    { does: 'the screen of the worker api', input: { name: 'api' } },
    { does: 'its last 50 lines', input: { name: 'api', lines: 50 } },
  ],
  handler: async ({ name, lines, ansi, maxBytes }, { runtime }) => {
    const workers = await runtime.workers();
    const shown = await workers.peek(name, { ansi, ...(lines !== undefined && { lines }) });
    const { text, cut } = lastBytes(shown, maxBytes);
    return { name, text, truncated: cut };
  },
});
