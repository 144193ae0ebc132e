import { z } from 'zod';
import { callOf, isMuxError, MuxError, phrase } from '../../model/index.js';
import type { Run, Status } from '../../runs/index.js';
import { faultField, maxBytesField, timeoutField } from '../fields.js';
import { call } from '../operation.js';
import { openRun } from './open-run.js';
import { runFields, startFields, startOptions } from './run-fields.js';
import { statusOf, statusOutput } from './status-output.js';
import { tailOf } from './tail-of.js';

const waitFields = {
  waitMs: timeoutField.default(120_000).describe('Time limit for the wait in milliseconds; 0 for none.'),
  stopAtPrompt: z.boolean().default(true).describe('Also return when the command asks a question.'),
  maxBytes: maxBytesField,
};

const output = z.object({
  id: z.string(),
  host: z.string(),
  paneId: z.string(),
  ...statusOutput,
  output: z.string().describe('The last lines of output, without escape sequences, secrets masked.'),
  truncated: z.boolean().describe('Whether there is more output before these lines.'),
  cursor: z.number().describe('For run.output: position after this output.'),
  fault: faultField,
  durationMs: z.number(),
});

export const runComplete = call({
  name: 'run.complete',
  summary: 'Run a command and return its exit code and output',
  description:
    'Returns when the command has ended, asks a question (waiting-for-input: answer with run.input, then run.wait), or waitMs have passed (running: continue with run.wait and run.output). output is the end of the output; run.output returns all of it.',
  effect: 'change',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({
    ...startFields,
    ...waitFields,
  }),
  output,
  examples: [
    { does: 'the tests of a project', input: { command: 'npm test', cwd: '/src', waitMs: 600_000 } },
    { does: 'a program with arguments', input: { command: ['git', 'log', '--oneline', '-5'] } },
  ],
  handler: async (input, { runtime, signal, progress }) => {
    const { command, host, waitMs, stopAtPrompt, maxBytes, ...start } = input;
    const redactor = await runtime.redactor();
    for (const secret of start.secrets ?? []) redactor.hide(secret);
    const [runs, tmux] = await runtime.runsAt(host);
    const begin = performance.now();
    const run = await runs.start(command, { host: tmux, interactive: false, ...startOptions(start) });
    progress(`run ${run.id} has started`);
    return completed(run, tmux.place, { waitMs, stopAtPrompt, maxBytes, signal, begin });
  },
});

/**
 * The same answer for a command that runs already, as run.complete has it: for a face that asked a person in between, or
 * answers later. It stands in no table, because run.wait and run.output say the same.
 */
export const runResume = call({
  name: 'run.wait',
  summary: 'Continue to wait for a command',
  description: 'As run.complete, without the start.',
  effect: 'read',
  faces: [],
  input: z.strictObject({ ...runFields, ...waitFields }),
  output,
  examples: [],
  handler: async ({ run: id, host, ...waiting }, { runtime, signal, progress }) => {
    const { run, host: place } = await openRun(runtime, id, host);
    progress(`waiting for the end of run ${id}`);
    return completed(run, place, { ...waiting, signal, begin: performance.now() });
  },
});

interface Completing extends Waiting {
  readonly maxBytes: number;
  readonly begin: number;
}

async function completed(run: Run, host: string, waiting: Completing): Promise<z.input<typeof output>> {
  const status = await ended(run, waiting);
  const tail = await tailOf(run, waiting.maxBytes, waiting.signal);
  const durationMs = Math.round(performance.now() - waiting.begin);
  return { id: run.id, host, paneId: run.paneId, ...statusOf(status), ...tail, durationMs };
}

interface Waiting {
  readonly waitMs: number;
  readonly stopAtPrompt: boolean;
  readonly signal: AbortSignal;
}

async function ended(run: Run, { waitMs, stopAtPrompt, signal }: Waiting): Promise<Status> {
  const options = { timeoutMs: waitMs, signal };
  try {
    if (!stopAtPrompt) return await run.finished(options);
    return await run.waitForPrompt(options);
  } catch (error) {
    if (isMuxError(error, 'RUN_ENDED')) return run.finished(options);
    if (isMuxError(error, 'TIMEOUT')) return run.status();
    if (!isMuxError(error, 'ABORTED')) throw error;
    throw new MuxError('ABORTED', `Waiting for run ${run.id} was cancelled; the command keeps running.`, {
      suggestion: phrase`End it with ${callOf('run.end', { run: run.id })}, or wait again with ${callOf('run.wait', { run: run.id })}.`,
      details: { run: run.id },
    });
  }
}
