import { z } from 'zod';
import { call } from '../operation.js';
import { untilAborted } from '../until-aborted.js';
import { openRun } from './open-run.js';
import { runFields } from './run-fields.js';

export const runScrub = call({
  name: 'run.scrub',
  summary: 'Mask secrets in the output of a run',
  description:
    'Masks the given texts in the log of the run, in the screen, scrollback and names of its pane, and in everything in the store and its folder, including that of other runs: events, commands, titles, recordings. Masks later output of the run as well. Cursors stay valid. Masked text cannot be restored.',
  effect: 'destroy',
  idempotent: true,
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({
    ...runFields,
    secrets: z
      .array(z.string().min(4).max(10_000))
      .min(1)
      .max(100)
      .describe('Texts to mask, at least 4 characters each.'),
  }),
  output: z.object({
    id: z.string(),
    host: z.string(),
    log: z.number().describe('Number of places masked in the log.'),
    pane: z
      .enum(['nothing', 'erased', 'reset'])
      .describe('erased: exactly the cells of the secrets. reset: the whole screen was cleared.'),
    events: z.number().describe('Number of stored events changed.'),
    records: z.number().describe('Number of other stored values changed.'),
    files: z.number().describe('Number of places masked in recordings and other files.'),
    remains: z.array(z.string()).describe('Where copies may remain that only the database can remove.'),
  }),
  examples: [{ does: 'a password typed by mistake', input: { run: 'mhz3k9x0abc123', secrets: ['hunter2'] } }],
  handler: async ({ run: id, host, secrets }, { runtime, signal }) => {
    // Before anything else: an error must not show them.
    const redactor = await runtime.redactor();
    for (const secret of secrets) redactor.hide(secret);
    const { run, host: place } = await openRun(runtime, id, host);
    const scrubbing = run.scrub(secrets, { signal });
    const {
      records = 0,
      files = 0,
      remains = [],
      ...rest
    } = await untilAborted(scrubbing, `Scrubbing run ${id}`, signal);
    return { id, host: place, ...rest, records, files, remains: [...remains] };
  },
});
