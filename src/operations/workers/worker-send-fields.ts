import { z } from 'zod';
import { timeoutField } from '../fields.js';

export const textField = z.string().max(262_144).describe('The text; line breaks are kept.');

/** How text is given to a program. */
export const sendFields = {
  enter: z.boolean().default(true).describe('Whether to press Enter afterwards.'),
  secret: z.boolean().default(false).describe('Treat the text as secret and mask it from now on.'),
  when: z
    .enum(['now', 'idle', 'queue'])
    .default('now')
    .describe(
      'While busy: now sends if its questions cannot take the Enter, else waits; idle waits; queue sends.',
    ),
  ifNotEmpty: z
    .enum(['refuse', 'clear', 'append', 'keep'])
    .default('refuse')
    .describe('If its input box is not empty; keep restores the draft afterwards.'),
  idempotencyKey: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe(
      'Idempotency key: repeating it sends nothing and returns the first receipt; KEY_REUSED for another text or target.',
    ),
  timeoutMs: timeoutField.default(30_000),
};
