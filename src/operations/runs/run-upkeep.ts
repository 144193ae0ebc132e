import { z } from 'zod';
import { field, MuxError, phrase } from '../../model/index.js';
import { defined } from '../defined.js';
import { hostField } from '../fields.js';
import { call } from '../operation.js';
import { untilAborted } from '../until-aborted.js';

const changedOutput = z.array(
  z.object({
    id: z.string(),
    state: z.enum(['running', 'finished', 'lost']),
    exitCode: z.number().optional(),
    found: z
      .boolean()
      .optional()
      .describe('It was not in the store, and was found by its pane or its files.'),
  }),
);

export const runRecover = call({
  name: 'run.recover',
  summary: 'Update the state of the runs of a host',
  description:
    'Checks the panes and files of the host and stores which runs have ended or were lost, and runs that were not in the store. Changes nothing on the host.',
  effect: 'change',
  idempotent: true,
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({ host: hostField }),
  output: z.object({
    host: z.string(),
    changed: changedOutput,
    running: z.array(z.string()).describe('Ids of the runs that are running.'),
  }),
  examples: [{ does: 'after a restart', input: { host: 'docker://sandbox' } }],
  handler: async ({ host }, { runtime, signal }) => {
    const [service, tmux] = await Promise.all([runtime.runs(), runtime.connect(host)]);
    const recovery = await untilAborted(
      service.recover({ host: tmux }),
      `Recovering runs on ${host}`,
      signal,
    );
    return { host: tmux.place, changed: [...recovery.changed], running: [...recovery.running] };
  },
});

const paneOutput = z.array(z.object({ runId: z.string(), paneId: z.string(), windowName: z.string() }));

const limit = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional();

export const runPrune = call({
  name: 'run.prune',
  summary: 'Remove logs and records of ended runs',
  description:
    'Removes logs, files and records of ended runs on one host, by age, number or size, including their dead panes. Running commands are never touched. Give at least one limit. With dryRun, only lists what would be removed.',
  effect: 'destroy',
  idempotent: true,
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({
    host: hostField,
    maxAgeMs: limit.describe('Maximum age in milliseconds after the end of a run.'),
    maxRuns: limit.describe('Number of ended runs to keep, the last ones.'),
    maxTotalBytes: limit.describe('Maximum total size of the logs in bytes; the oldest are removed first.'),
    persisted: z
      .boolean()
      .optional()
      .describe('true: remove files as soon as their log was read to its end; records are kept.'),
    keepAliveMs: limit.describe(
      'Milliseconds after the end of a run until the shell kept in its pane is ended, if unused.',
    ),
    dryRun: z.boolean().default(false).describe('Only report what would be removed.'),
  }),
  output: z.object({
    host: z.string(),
    dryRun: z.boolean(),
    runs: z.array(
      z.object({
        id: z.string(),
        reason: z.enum(['age', 'count', 'size', 'persisted', 'leftover']),
        files: z.array(z.string()),
        bytes: z.number(),
      }),
    ),
    orphans: paneOutput.describe('Dead panes that were closed.'),
    shells: paneOutput.describe('Kept shells that were ended.'),
    changed: changedOutput.describe('Runs whose state was updated first.'),
  }),
  examples: [
    { does: 'runs that ended more than a week ago', input: { maxAgeMs: 604_800_000 } },
    { does: 'what would be removed to keep the last ten', input: { maxRuns: 10, dryRun: true } },
  ],
  handler: async ({ host, dryRun, maxTotalBytes: maxBytes, ...limits }, { runtime, signal }) => {
    const policy = defined({ ...limits, maxBytes });
    if (Object.keys(policy).length === 0) throw noLimit();
    const [service, tmux] = await Promise.all([runtime.runs(), runtime.connect(host)]);
    const pruning = service.prune(policy, { host: tmux, dryRun });
    const { runs, orphans, shells, recovery } = await untilAborted(
      pruning,
      `Pruning runs on ${host}`,
      signal,
    );
    return {
      host: tmux.place,
      dryRun,
      runs: runs.map((run) => ({ ...run, files: [...run.files] })),
      orphans: [...orphans],
      shells: [...shells],
      changed: [...recovery.changed],
    };
  },
});

function noLimit(): MuxError {
  return new MuxError('INVALID_ARGUMENT', 'run.prune needs a limit.', {
    suggestion: phrase`Give ${field('maxAgeMs')}, ${field('maxRuns')}, ${field('maxTotalBytes')}, ${field('persisted')} or ${field('keepAliveMs')}.`,
  });
}
