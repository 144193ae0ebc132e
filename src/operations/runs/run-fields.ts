import { z } from 'zod';
import { MuxError, type Phrase } from '../../model/index.js';
import { runDefaults, type StartOptions } from '../../runs/index.js';
import { defined } from '../defined.js';
import { hostField } from '../fields.js';
import { regularExpression } from '../regular-expression.js';
import { commandField, envField } from '../workers/worker-start-fields.js';

/** What names a run in every operation of the family. */
export const runFields = {
  run: z.string().min(1).max(100).describe('Id of the run.'),
  host: z.string().min(1).max(1000).optional().describe('Only for a run that is not in the store.'),
};

const patternsField = z.array(z.string().min(1).max(2_000)).max(100);

/** How a command is started. */
export const startFields = {
  command: commandField,
  host: hostField,
  session: z.string().min(1).max(200).default(runDefaults.session).describe('tmux session for its window.'),
  cwd: z.string().min(1).max(4_096).optional().describe("Folder on the host (default: the session's)."),
  env: envField.optional(),
  interactive: z.boolean().default(false).describe('Keep a shell in the pane after the command has ended.'),
  name: z.string().min(1).max(200).optional().describe('Name of the window (default: auto:ID).'),
  prompts: patternsField.optional().describe('Regular expressions for lines that are prompts.'),
  redact: patternsField.optional().describe('Regular expressions of text to hide, besides common tokens.'),
  secrets: z
    .array(z.string().min(1).max(10_000))
    .max(100)
    .optional()
    .describe('Values that are never shown or stored.'),
  timeLimitMs: z
    .number()
    .int()
    .min(0)
    .max(30 * 24 * 3_600_000)
    .default(0)
    .describe('Time limit for the command in milliseconds; 0 for none.'),
  graceMs: z
    .number()
    .int()
    .min(0)
    .max(600_000)
    .optional()
    .describe('Milliseconds between the first and the final signal (default: 2000).'),
  login: z.boolean().optional().describe('Whether login files are read first (default: true).'),
  size: z
    .strictObject({
      width: z.number().int().min(1).max(10_000),
      height: z.number().int().min(1).max(10_000),
    })
    .optional()
    .describe("Size of its terminal (default: the session's)."),
  silenceMs: z
    .number()
    .int()
    .min(0)
    .max(3_600_000)
    .optional()
    .describe('Milliseconds without output that count as waiting.'),
  maxLogBytes: z
    .number()
    .int()
    .min(0)
    .max(1e12)
    .optional()
    .describe('Maximum size of a log file in bytes; four rotated files are kept.'),
  type: z.string().min(1).max(100).optional().describe('Kind of command, for run.metrics.'),
  tags: z.array(z.string().min(1).max(100)).max(50).optional().describe('Custom labels.'),
};

const startInput = z.strictObject(startFields);

/** What the room is told. */
export function startOptions(input: Omit<z.output<typeof startInput>, 'command' | 'host'>): StartOptions {
  const { prompts = [], redact = [], timeLimitMs, ...rest } = input;
  return {
    ...defined(rest),
    timeoutMs: timeLimitMs,
    promptDetectors: prompts.map((text) => regularExpression(text, 'prompts')),
    redactors: redact.map((text) => regularExpression(text, 'redact')),
  };
}

/** What is known of a run from its start. */
export const startedOutput = {
  id: z.string().describe('Id of the run, for the other operations.'),
  host: z.string(),
  session: z.string(),
  paneId: z.string(),
  target: z.string().describe('Names its pane; for the option -t of tmux.'),
  logPath: z.string().describe('Path of its log on the host.'),
};

/** Refuses a pattern where it has nothing to be matched with. */
export function onlyWith(condition: boolean, message: string, suggestion: string | Phrase): void {
  if (!condition) throw new MuxError('INVALID_ARGUMENT', message, { suggestion });
}
