import { z } from 'zod';

/** An error within an answer, as `problem` makes it. */
export const problemOutput = z.object({
  code: z.string().optional(),
  message: z.string(),
  suggestion: z.string().optional(),
});
