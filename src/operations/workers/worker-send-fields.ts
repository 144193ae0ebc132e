import { z } from 'zod';
import { timeoutField } from '../fields.js';

export const textField = z.string().max(262_144).describe('The text; line breaks are kept.');

/** How text is given to a program. */
export const sendFields = {
  enter: z.boolean().default(true).describe('Whether Enter follows; false only types.'),
  secret: z.boolean().default(false).describe('The text is a secret: it is hidden from then on.'),
  when: z
    .enum(['now', 'idle', 'queue'])
    .default('now')
    .describe('idle waits until the program is not at work; now and queue send at once.'),
  ifNotEmpty: z
    .enum(['refuse', 'clear', 'append', 'keep'])
    .default('refuse')
    .describe('What to do where its input box holds something already; keep puts that back afterwards.'),
  idempotencyKey: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('A second call with the same key sends nothing, and gives the first receipt.'),
  timeoutMs: timeoutField.default(30_000),
};
