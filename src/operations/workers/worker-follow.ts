import { z } from 'zod';
import { field } from '../../model/index.js';
import { stream } from '../operation.js';
import { rule } from '../rule.js';
import { streamUntilAborted } from '../until-aborted.js';
import { linesOutput, logFields } from './worker-log-fields.js';

export const workerFollow = stream({
  name: 'worker.follow',
  summary: 'Follow the output of a worker',
  description:
    'New lines of its log with secrets masked, starting at a cursor or with the last lines, until its program has ended.',
  effect: 'read',
  faces: ['cli', 'http'],
  input: z
    .strictObject(logFields)
    .refine(
      ({ cursor, tail }) => cursor === undefined || tail === undefined,
      rule`give ${field('cursor')} or ${field('tail')}, not both`,
    ),
  item: linesOutput,
  examples: [{ does: 'the last 10 lines, and new ones', input: { name: 'api', tail: 10 } }],
  handler: async function* ({ name, cursor, tail, form, run }, { runtime, signal }) {
    const workers = await runtime.workers();
    const slices = workers.logs(name, {
      follow: true,
      form,
      signal,
      ...(cursor !== undefined && { cursor }),
      ...(tail !== undefined && { tail }),
      ...(run !== undefined && { run }),
    });
    for await (const slice of streamUntilAborted(slices, signal)) {
      yield { name, ...slice, lines: slice.lines.map((line) => ({ ...line })) };
    }
  },
});
