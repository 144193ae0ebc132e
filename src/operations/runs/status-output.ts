import { z } from 'zod';
import { commandTitle } from '../../model/index.js';
import type { Status } from '../../runs/index.js';
import type { RunRecord } from '../../store/index.js';
import { time, timeField } from '../fields.js';
import { questionOutput } from '../questions/question-fields.js';

/** What a run does, where that was seen, and how sure it is. */
export const statusOutput = {
  state: z.enum(['running', 'waiting-for-input', 'finished']),
  code: z
    .number()
    .optional()
    .describe('Exit code; 128+n if signal n ended it, 124 on timeout, 125 if it was not started.'),
  signal: z.string().optional().describe('The signal that ended it, e.g. SIGTERM.'),
  timedOut: z.boolean().optional().describe('Its time limit was reached.'),
  notRun: z
    .boolean()
    .optional()
    .describe('The command was not started, because its input was not available.'),
  lost: z.boolean().optional().describe('It is unknown how the run ended; the code is a guess.'),
  prompt: z.string().optional().describe('The line that asks.'),
  ...questionOutput,
  kind: z
    .enum(['line', 'password', 'key'])
    .optional()
    .describe('Expected input: a line, a hidden line, a single key.'),
  idle: z
    .boolean()
    .optional()
    .describe('It waits without a question: an editor, a monitor, the prompt of a shell or an interpreter.'),
  source: z.string().describe('Source of the verdict: exit-file, sentinel, kernel, detector, screen, …'),
  confidence: z.enum(['certain', 'likely', 'guess']),
};

const statusObject = z.object(statusOutput);

export function statusOf(status: Status): z.input<typeof statusObject> {
  return { ...status };
}

/** What is remembered of a run. */
export const recordOutput = {
  command: z.string().optional(),
  title: z.string().optional().describe('The first line of a script command.'),
  type: z.string().optional(),
  cwd: z.string().optional(),
  tags: z.array(z.string()).optional(),
  startedAt: timeField.optional(),
  finishedAt: timeField.optional(),
  timeLimitMs: z.number().optional(),
  prompts: z.number().optional().describe('Number of questions seen.'),
  bytes: z.number().optional().describe('Size of its log, after it has ended.'),
  attempt: z.number().optional(),
  retryOf: z.string().optional(),
};

const recordObject = z.object(recordOutput);

export function recordOf(record: RunRecord | undefined): z.input<typeof recordObject> {
  if (!record) return {};
  const { command, type, cwd, tags, startedAt, finishedAt, timeoutMs, prompts, bytes, attempt, retryOf } =
    record;
  return {
    ...commandOf(command),
    type,
    cwd,
    tags: [...tags],
    startedAt: time(startedAt),
    finishedAt: finishedAt && time(finishedAt),
    timeLimitMs: timeoutMs,
    prompts,
    bytes,
    attempt,
    retryOf,
  };
}

/** A run that is known by its log alone has no command. */
export function commandOf(command: string): Pick<z.input<typeof recordObject>, 'command' | 'title'> {
  const title = commandTitle(command);
  return { command: command || undefined, ...(title !== command && { title }) };
}
