import { z } from 'zod';
import { timeoutField } from '../fields.js';

export const textField = z.string().max(262_144).describe('The text; line breaks are kept.');

/** How text is given to a program. */
export const sendFields = {
  enter: z.boolean().default(true).describe('Whether Enter follows; false only types.'),
  secret: z.boolean().default(false).describe('Hide it from then on.'),
  when: z
    .enum(['now', 'idle', 'queue'])
    .default('now')
    .describe(
      'While it works: now sends where its questions cannot take Enter, else waits; idle waits; queue sends.',
    ),
  ifNotEmpty: z
    .enum(['refuse', 'clear', 'append', 'keep'])
    .default('refuse')
    .describe('Where its input box holds something; keep puts that back afterwards.'),
  idempotencyKey: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe(
      'The same key sends nothing again, and gives the first receipt; KEY_REUSED for another text or target.',
    ),
  timeoutMs: timeoutField.default(30_000),
};
