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
    found: z.boolean().optional().describe('It was not in the store: it was found by its pane or its files.'),
  }),
);

export const runRecover = call({
  name: 'run.recover',
  summary: 'Find out what became of the runs of a host while nobody watched',
  description:
    'Looks at panes and files of the host and writes down which runs have ended, which were lost, and those that were not remembered. Nothing on the host is changed.',
  effect: 'change',
  idempotent: true,
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({ host: hostField }),
  output: z.object({
    host: z.string(),
    changed: changedOutput,
    running: z.array(z.string()).describe('Ids of the runs that go on.'),
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
  summary: 'Remove what is no longer wanted of runs that have ended',
  description:
    'Logs, files and what is remembered of ended runs on one host, by age, number or size; dead panes of theirs go, too. What is running is never touched. Give at least one limit. With dryRun it only lists what would be removed.',
  effect: 'destroy',
  idempotent: true,
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({
    host: hostField,
    maxAgeMs: limit.describe('Milliseconds after its end until a run goes.'),
    maxRuns: limit.describe('So many ended runs are kept, those that ended last.'),
    maxTotalBytes: limit.describe('Bytes of all logs together, above which the oldest go.'),
    persisted: z
      .boolean()
      .optional()
      .describe('true: files go as soon as their log was read to its end; what is remembered stays.'),
    keepAliveMs: limit.describe(
      'Milliseconds after the end of a run until the shell that was kept in its pane is ended, where nobody uses it.',
    ),
    dryRun: z.boolean().default(false).describe('Only say what would be removed.'),
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
    orphans: paneOutput.describe('Panes that had died.'),
    shells: paneOutput.describe('Shells that had been kept open.'),
    changed: changedOutput.describe('What was learnt about runs first.'),
  }),
  examples: [
    { does: 'what ended more than a week ago', input: { maxAgeMs: 604_800_000 } },
    { does: 'what would go to keep the last ten', input: { maxRuns: 10, dryRun: true } },
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
  return new MuxError('INVALID_ARGUMENT', 'run.prune was not told what to remove.', {
    suggestion: phrase`Give ${field('maxAgeMs')}, ${field('maxRuns')}, ${field('maxTotalBytes')}, ${field('persisted')} or ${field('keepAliveMs')}.`,
  });
}
