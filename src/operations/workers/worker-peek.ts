import { z } from 'zod';
import { maxBytesField } from '../fields.js';
import { call } from '../operation.js';
import { lastBytes } from '../panes/last-bytes.js';
import { workerNameField } from './worker-output.js';

export const workerPeek = call({
  name: 'worker.peek',
  summary: 'Show the screen of a worker',
  description:
    'The screen of a running worker with secrets masked, as an attached person would see it. For all of its output, also after its end, use worker.logs.',
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
      .describe('Number of last lines, including scrollback (default: the visible screen).'),
    ansi: z.boolean().default(false).describe('Include escape sequences for colours.'),
    maxBytes: maxBytesField,
  }),
  output: z.object({
    name: z.string(),
    text: z.string().describe('Only the end if it exceeds maxBytes.'),
    truncated: z.boolean().describe('Whether earlier lines were left out because of maxBytes.'),
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
