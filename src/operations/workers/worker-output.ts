import { z } from 'zod';
import type { Activity, Worker } from '../../workers/index.js';
import { time, timeField } from '../fields.js';

export const workerNameField = z.string().min(1).max(1_000).describe('Name of the worker.');

export const exitOutput = z.object({
  code: z.number().describe('128+n if signal n ended it.'),
  signal: z.string().optional(),
  timedOut: z.literal(true).optional(),
  lost: z.literal(true).optional().describe('Its pane disappeared without a record: the code is a guess.'),
});

export const activityOutput = z
  .object({
    state: z
      .enum(['busy', 'ready', 'asking'])
      .describe(
        'asking: it asks for a permission, a choice or a password, and text would be taken as the answer.',
      ),
    source: z.string().describe('Source of the state.'),
    confidence: z.enum(['certain', 'likely', 'guess']),
    detail: z.string(),
  })
  .describe('State of its program.');

/** A worker as all operations tell of it. */
export const workerOutput = z.object({
  name: z.string(),
  state: z.enum(['starting', 'running', 'stopped', 'unknown']).describe('unknown: its host does not answer.'),
  reason: z.string().optional().describe('Why its state is unknown, or how it was lost.'),
  host: z.string(),
  tmux: z
    .object({ session: z.string(), window: z.string(), socket: z.string().nullable() })
    .describe('Its location in tmux; the socket of the default server is null.'),
  paneId: z.string().optional(),
  runId: z.string().optional().describe('The run of its program.'),
  command: z.string().describe('Secrets masked.'),
  program: z.string().optional().describe('Program in the foreground of its pane.'),
  cwd: z.string().optional(),
  envNames: z.array(z.string()).describe('Names of the variables it was given.'),
  tags: z.array(z.string()),
  worktree: z
    .object({ path: z.string(), branch: z.string(), repository: z.string(), ownsBranch: z.boolean() })
    .optional(),
  createdAt: timeField,
  startedAt: timeField,
  stoppedAt: timeField.optional(),
  activeAt: timeField.optional().describe('Time of its last output.'),
  viewed: z.boolean().optional().describe('Whether a person is viewing its window.'),
  exit: exitOutput.optional(),
  respawns: z.number(),
});

/** A worker as JSON has it. */
export function workerOf(worker: Worker): z.input<typeof workerOutput> {
  const { createdAt, startedAt, stoppedAt, activeAt, envNames, tags } = worker;
  return {
    ...worker,
    envNames: [...envNames],
    tags: [...tags],
    createdAt: time(createdAt),
    startedAt: time(startedAt),
    stoppedAt: stoppedAt && time(stoppedAt),
    activeAt: activeAt && time(activeAt),
  };
}

export function activityOf(activity: Activity): z.input<typeof activityOutput> {
  return { ...activity };
}
