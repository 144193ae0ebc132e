import { z } from 'zod';
import { field, MuxError, phrase } from '../../model/index.js';
import { call } from '../operation.js';
import { pruneRecordings } from './prune-recordings.js';

const limit = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional();

export const recordingPrune = call({
  name: 'recording.prune',
  summary: 'Remove finished recordings by age or size',
  description:
    'Removes the oldest first. The default limits are those of the configuration. Running recordings are never touched. If a person chose the path of a file, the file is kept and only the record is removed. With dryRun, only reports what would be removed.',
  effect: 'destroy',
  idempotent: true,
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({
    maxAgeMs: limit.describe('Maximum age in milliseconds after the end of a recording.'),
    maxTotalBytes: limit.describe('Maximum total size in bytes; the oldest are removed first.'),
    dryRun: z.boolean().default(false).describe('Only report what would be removed.'),
  }),
  output: z.object({
    dryRun: z.boolean(),
    recordings: z.array(
      z.object({ id: z.string(), path: z.string(), bytes: z.number(), reason: z.enum(['age', 'size']) }),
    ),
  }),
  examples: [
    { does: 'recordings that ended more than a week ago', input: { maxAgeMs: 604_800_000 } },
    {
      does: 'what would be removed to keep a gigabyte',
      input: { maxTotalBytes: 1_000_000_000, dryRun: true },
    },
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
  return new MuxError('INVALID_ARGUMENT', 'recording.prune needs a limit.', {
    suggestion: phrase`Give ${field('maxAgeMs')} or ${field('maxTotalBytes')}, or set max_age or max_total_bytes under recordings.`,
  });
}
