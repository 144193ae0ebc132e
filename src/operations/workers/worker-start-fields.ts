import { z } from 'zod';
import type { ReadyWait } from '../../workers/index.js';
import { timeoutField } from '../fields.js';
import { regularExpression } from '../regular-expression.js';

export const commandField = z
  .union([z.string().min(1).max(200_000), z.array(z.string().max(200_000)).min(1).max(1_000)])
  .describe('A shell command line, or an argv: ["npm", "test"].');

export const envField = z
  .record(z.string().max(1_000), z.string().max(200_000))
  .describe('Variables, stored encrypted: { "PORT": "8080" }.');

/** When a worker that was started counts as ready. */
export const readyWaitFields = {
  readyWait: z.boolean().optional().describe('Return only when the program is ready for input.'),
  readyText: z
    .string()
    .min(1)
    .max(10_000)
    .optional()
    .describe('Ready means that this is printed; implies readyWait.'),
  readyRegex: z.string().min(1).max(10_000).optional().describe('The same as a regular expression.'),
  readyTimeoutMs: timeoutField.default(120_000).describe('Time limit for readyWait in milliseconds.'),
};

interface ReadyInput {
  readonly readyWait?: boolean | undefined;
  readonly readyText?: string | undefined;
  readonly readyRegex?: string | undefined;
  readonly readyTimeoutMs: number;
}

export function readyWaitOf(input: ReadyInput): { readonly readyWait?: ReadyWait } {
  const { readyWait, readyText, readyRegex, readyTimeoutMs: timeoutMs } = input;
  const pattern = readyRegex === undefined ? readyText : regularExpression(readyRegex, 'readyRegex');
  if (!readyWait && pattern === undefined) return {};
  return { readyWait: { timeoutMs, ...(pattern !== undefined && { pattern }) } };
}
