import { z } from 'zod';

/** The answers that a question offers. */
export const promptOptionsField = z
  .array(z.object({ number: z.number().optional(), label: z.string(), selected: z.boolean() }))
  .optional()
  .describe('What can be chosen, where it is a menu or yes or no.');

export type PromptOptions = NonNullable<z.input<typeof promptOptionsField>>;
