import { z } from 'zod';
import { field, MuxError, phrase } from '../../model/index.js';
import { call } from '../operation.js';
import { pruneRecordings } from './prune-recordings.js';

const limit = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional();

export const recordingPrune = call({
  name: 'recording.prune',
  summary: 'Remove recordings that have ended, by age or size',
  description:
    'The oldest go first. Without a limit those of the configuration count. One that is being made is never touched, and of one whose file a person chose the place of only what is known of it goes. With dryRun it only says what would go.',
  effect: 'destroy',
  idempotent: true,
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({
    maxAgeMs: limit.describe('Milliseconds after its end until a recording goes.'),
    maxTotalBytes: limit.describe('Bytes of all together, above which the oldest go.'),
    dryRun: z.boolean().default(false).describe('Only say what would be removed.'),
  }),
  output: z.object({
    dryRun: z.boolean(),
    recordings: z.array(
      z.object({ id: z.string(), path: z.string(), bytes: z.number(), reason: z.enum(['age', 'size']) }),
    ),
  }),
  examples: [
    { does: 'what ended more than a week ago', input: { maxAgeMs: 604_800_000 } },
    { does: 'what would go to keep a gigabyte', input: { maxTotalBytes: 1_000_000_000, dryRun: true } },
  ],
  handler: async ({ dryRun, ...given }, { runtime }) => {
    const [store, { recordings: config }] = await Promise.all([runtime.store(), runtime.config()]);
    const isGiven = given.maxAgeMs !== undefined || given.maxTotalBytes !== undefined;
    const policy = isGiven ? given : config;
    if (policy.maxAgeMs === undefined && policy.maxTotalBytes === undefined) throw noLimit();
    return { dryRun, recordings: await pruneRecordings(store, policy, { now: new Date(), dryRun }) };
  },
});

function noLimit(): MuxError {
  return new MuxError('INVALID_ARGUMENT', 'recording.prune was not told what to remove.', {
    suggestion: phrase`Give ${field('maxAgeMs')} or ${field('maxTotalBytes')}, or set max_age or max_total_bytes under recordings.`,
  });
}
