import { z } from 'zod';

/** What outlives the end of a run or a worker. */
export const remainsField = z
  .array(z.object({ pid: z.number(), command: z.string() }))
  .optional()
  .describe(
    'Processes that were started in its pane and still run: of another user, or in a session of their own.',
  );
