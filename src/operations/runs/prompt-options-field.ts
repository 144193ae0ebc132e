import { z } from 'zod';

/** The answers that a question offers. */
export const promptOptionsField = z
  .array(z.object({ number: z.number().optional(), label: z.string(), selected: z.boolean() }))
  .optional()
  .describe('Options, if it is a menu or a yes/no question.');

export type PromptOptions = NonNullable<z.input<typeof promptOptionsField>>;
