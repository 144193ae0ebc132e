import { z } from 'zod';

/** What outlives the end of a run or a worker. */
export const remainsField = z
  .array(z.object({ pid: z.number(), command: z.string() }))
  .optional()
  .describe(
    'Processes started in its pane that are still running: those of another user, or in a separate session.',
  );
