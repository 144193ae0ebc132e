import { z } from 'zod';
import type { RunFilter, RunRecord, Store } from '../../store/index.js';
import { defined } from '../defined.js';
import { timeField } from '../fields.js';
import { call } from '../operation.js';
import { RepeatedAnswers } from '../repeated-answer.js';
import { shortCommand } from '../short-command.js';
import { settleEnded } from './settle-ended.js';
import { commandOf, recordOf, recordOutput } from './status-output.js';

/** Which runs. */
export const filterFields = {
  host: z.string().min(1).max(1000).optional().describe('Only runs on this host.'),
  session: z.string().min(1).max(200).optional().describe('Only runs in this tmux session.'),
  state: z
    .array(z.enum(['running', 'finished', 'lost']))
    .min(1)
    .max(3)
    .optional()
    .describe('Only runs in one of these states.'),
  type: z.string().min(1).max(100).optional().describe('Only commands of this kind.'),
  before: timeField.optional().describe('Only runs that started before this time.'),
  after: timeField.optional().describe('Only runs that started at or after this time.'),
};

const filterInput = z.strictObject(filterFields);

export function filterOf({ before, after, ...rest }: z.output<typeof filterInput>): RunFilter {
  return {
    ...defined(rest),
    ...(before !== undefined && { before: new Date(before) }),
    ...(after !== undefined && { after: new Date(after) }),
  };
}

const runRow = z.object({
  id: z.string(),
  host: z.string(),
  session: z.string(),
  paneId: z.string().optional(),
  state: z
    .enum(['running', 'finished', 'lost'])
    .describe('Set if the host does not answer: the last known state.'),
  exitCode: z.number().optional(),
  signal: z.string().optional(),
  timedOut: z.boolean(),
  notRun: z.boolean().optional().describe('The command was not started.'),
  ...recordOutput,
});

const output = z.object({
  runs: z.array(runRow),
  hasMore: z.boolean(),
  nextCursor: z.string().optional().describe('Pass it as cursor to get the next page.'),
});

/** What was answered from a store. */
const repeated = new WeakMap<Store, RepeatedAnswers<z.input<typeof output>>>();

export const runList = call({
  name: 'run.list',
  summary: 'List the stored runs, newest first',
  description:
    'While hasMore is true, continue with nextCursor. Hosts of running runs are queried, without waiting for unreachable ones.',
  effect: 'read',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({
    ...filterFields,
    order: z.enum(['newest', 'oldest']).default('newest').describe('Sort order.'),
    limit: z.number().int().min(1).max(500).default(50).describe('Maximum number of runs.'),
    cursor: z.string().min(1).max(200).optional().describe('nextCursor of the previous page.'),
  }),
  output,
  examples: [
    { does: 'recent runs', input: { limit: 10 } },
    { does: 'running ones in a container', input: { host: 'docker://sandbox', state: ['running'] } },
  ],
  handler: async ({ order, limit, cursor, ...filter }, { runtime, signal }) => {
    const store = await runtime.store();
    const redactor = await runtime.redactor();
    const answers = repeated.get(store) ?? new RepeatedAnswers();
    repeated.set(store, answers);
    const question = JSON.stringify([filter, order, limit, cursor]);
    const stateNow = (): string => `${store.version()} ${redactor.secrets.length}`;
    const given = answers.get(question, stateNow());
    if (given && !(await settleEnded(given.runs, runtime, signal))) {
      // Nobody has written meanwhile.
      if (answers.get(question, stateNow()) === given) return given;
    }
    const list = () => store.runs.list({ ...filterOf(filter), order, limit, cursor });
    let state = stateNow();
    let page = await list();
    // Another caller may have started the recovery that found the change.
    if ((await settleEnded(page.runs, runtime, signal)) || stateNow() !== state) {
      state = stateNow();
      page = await list();
    }
    const { nextCursor } = page;
    const runs = page.runs.map((record) => rowOf(record, (text) => redactor.line(text)));
    const answer = { runs, hasMore: nextCursor !== undefined, nextCursor };
    return store.version() === undefined ? answer : answers.set(question, state, answer);
  },
});

function rowOf(record: RunRecord, redact: (text: string) => string): z.input<typeof runRow> {
  const { id, host, sessionId: session, paneId, state, exitCode, signal, timedOut, endedBy } = record;
  const remembered = recordOf(record);
  return {
    id,
    host,
    session,
    paneId,
    state,
    exitCode,
    signal,
    timedOut,
    ...(endedBy === 'not-run' && { notRun: true }),
    ...remembered,
    ...commandOf(shortCommand(redact(record.command))),
  };
}
