import { z } from 'zod';
import { type HarvestResult, harvestFrom } from '../../runs/index.js';
import { faultField, maxBytesField, missingBytesField } from '../fields.js';
import { call } from '../operation.js';
import { openRun } from './open-run.js';
import { runFields } from './run-fields.js';

export const runOutput = call({
  name: 'run.output',
  summary: 'Read the output of a run from a cursor',
  description:
    'Whole lines of its log with their times, secrets masked; also after its end. While hasMore is true, continue with the cursor of the result. A question has no newline yet: use partial, or run.status.',
  effect: 'read',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({
    ...runFields,
    cursor: z
      .number()
      .int()
      .min(0)
      .max(Number.MAX_SAFE_INTEGER)
      .default(0)
      .describe('Position in the log: 0, or the cursor of an earlier result.'),
    maxBytes: maxBytesField,
    form: z
      .enum(['plain', 'raw'])
      .default('plain')
      .describe('plain: without escape sequences. raw: as printed.'),
    partial: z.boolean().default(false).describe('Include the last line if it has no newline yet.'),
  }),
  output: z.object({
    id: z.string(),
    lines: z.array(z.object({ time: z.string(), text: z.string() })),
    cursor: z.number().describe('Position to continue from.'),
    hasMore: z.boolean().describe('Whether more output is available.'),
    snapshot: z
      .boolean()
      .describe(
        'The log no longer exists, and the lines are the screen and scrollback of the pane; the cursor does not advance.',
      ),
    partial: z.string().optional().describe('The unfinished line.'),
    fault: faultField,
    missingBytes: missingBytesField,
  }),
  examples: [
    { does: 'from the start', input: { run: 'mhz3k9x0abc123' } },
    { does: 'new output', input: { run: 'mhz3k9x0abc123', cursor: 4096 } },
  ],
  handler: async ({ run: id, host, cursor, ...options }, { runtime, signal }) => {
    const { run } = await openRun(runtime, id, host);
    const harvest = (from: number): Promise<HarvestResult> => run.harvest(from, { ...options, signal });
    // From the start means from the oldest line that is left.
    const result = await (cursor === 0 ? harvestFrom(harvest, cursor) : harvest(cursor));
    const { entries, cursor: next, hasMore, snapshot, partial, fault, missingBytes } = result;
    return { id, lines: [...entries], cursor: next, hasMore, snapshot, partial, fault, missingBytes };
  },
});
