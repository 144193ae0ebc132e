import { z } from 'zod';
import { faultField, missingBytesField } from '../fields.js';
import { workerNameField } from './worker-output.js';

/** Which lines of a worker's log. */
export const logFields = {
  name: workerNameField,
  cursor: z
    .number()
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('The cursor of an earlier result for the same run.'),
  tail: z.number().int().min(1).max(10_000).optional().describe('Start with this number of last lines.'),
  form: z
    .enum(['plain', 'raw'])
    .default('plain')
    .describe('plain: without escape sequences. raw: as printed.'),
  run: z.string().min(1).max(200).optional().describe('Which of its runs (default: the last one).'),
};

/** Some lines of a worker's log. */
export const linesOutput = z.object({
  name: z.string(),
  run: z.string().optional(),
  lines: z.array(z.object({ time: z.string(), text: z.string() })),
  cursor: z.number().describe('Position to continue from.'),
  fault: faultField,
  missingBytes: missingBytesField,
});
