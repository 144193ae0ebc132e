import { z } from 'zod';
import type { RunEvent } from '../../runs/index.js';
import { missingBytesField } from '../fields.js';
import { stream } from '../operation.js';
import { openRun } from './open-run.js';
import { runFields } from './run-fields.js';
import { statusOf, statusOutput } from './status-output.js';

const item = z.object({
  type: z.enum(['output', 'status', 'prompt', 'gap', 'fault', 'exit']).describe('exit is the last event.'),
  lines: z
    .array(z.object({ time: z.string(), text: z.string() }))
    .optional()
    .describe('Of output: whole lines.'),
  cursor: z.number().optional().describe('Of output: position after it, to continue from.'),
  missingBytes: missingBytesField,
  status: z.object(statusOutput).optional().describe('Of status, prompt and exit.'),
  prompt: z.string().optional().describe('Of prompt: the line that asks.'),
  code: z.number().optional().describe('Of exit.'),
  gaps: z.number().optional().describe('Of gap: output is missing from the log here.'),
  reason: z
    .string()
    .optional()
    .describe('Of fault: why the log cannot be written; the command keeps running.'),
});

export const runFollow = stream({
  name: 'run.follow',
  summary: 'Follow the output, questions and end of a run',
  description:
    'From the start of its log, or from a cursor, to its end; also for a run that has already ended. Secrets are masked.',
  effect: 'read',
  faces: ['cli', 'http'],
  input: z.strictObject({
    ...runFields,
    cursor: z
      .number()
      .int()
      .min(0)
      .max(Number.MAX_SAFE_INTEGER)
      .optional()
      .describe('Start position in the log (default: its start).'),
    form: z
      .enum(['plain', 'raw'])
      .default('plain')
      .describe('plain: without escape sequences. raw: as printed.'),
  }),
  item,
  examples: [{ does: 'from the start to the end', input: { run: 'mhz3k9x0abc123' } }],
  handler: async function* ({ run: id, host, cursor, form }, { runtime, signal }) {
    const { run } = await openRun(runtime, id, host);
    const from = cursor === undefined ? {} : { cursor };
    for await (const event of run.events({ form, signal, ...from })) yield itemOf(event);
  },
});

function itemOf(event: RunEvent): z.input<typeof item> {
  if (event.type === 'output') return { ...event, lines: [...event.lines] };
  if ('status' in event) return { ...event, status: statusOf(event.status) };
  return { ...event };
}
