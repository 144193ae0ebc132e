import { z } from 'zod';
import type { Receipt } from '../delivery/index.js';
import { time, timeField } from './fields.js';

/** What is known about a text that was sent. */
export const receiptOutput = z.object({
  status: z
    .enum(['submitted', 'queued', 'unconfirmed'])
    .describe(
      'submitted: the program accepted the text. queued: it is busy and keeps the text for later. unconfirmed: no proof; check the screen before you send again.',
    ),
  evidence: z
    .array(z.object({ source: z.string(), detail: z.string(), atMs: z.number() }))
    .describe('What was seen, and after how many milliseconds.'),
  attempts: z.number().describe('How many times Enter was pressed.'),
  latencyMs: z.number(),
  lines: z
    .number()
    .optional()
    .describe('How many lines were typed one by one, because the program does not use bracketed paste.'),
  at: timeField,
  key: z.string().optional().describe('The idempotency key of the call.'),
});

/** A receipt as JSON has it. */
export function receiptOf(receipt: Receipt): z.input<typeof receiptOutput> {
  return { ...receipt, evidence: receipt.evidence.map((one) => ({ ...one })), at: time(receipt.at) };
}
