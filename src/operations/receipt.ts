import { z } from 'zod';
import type { Receipt } from '../delivery/index.js';
import { time, timeField } from './fields.js';

/** What is known about a text that was sent. */
export const receiptOutput = z.object({
  status: z
    .enum(['submitted', 'queued', 'unconfirmed'])
    .describe(
      'submitted: the program took it. queued: it was busy and keeps it. unconfirmed: nothing proves it; do not send it again before you have looked.',
    ),
  evidence: z
    .array(z.object({ source: z.string(), detail: z.string(), atMs: z.number() }))
    .describe('What was seen, and how many milliseconds after the begin.'),
  attempts: z.number().describe('How often Enter was pressed.'),
  latencyMs: z.number(),
  lines: z
    .number()
    .optional()
    .describe('How many lines the program took one by one, as it does not use bracketed paste.'),
  at: timeField,
  key: z.string().optional().describe('The idempotency key of the call.'),
});

/** A receipt as JSON has it. */
export function receiptOf(receipt: Receipt): z.input<typeof receiptOutput> {
  return { ...receipt, evidence: receipt.evidence.map((one) => ({ ...one })), at: time(receipt.at) };
}
