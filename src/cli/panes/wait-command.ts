import { MuxError } from '../../model/index.js';
import { defined, paneWait, runWait, workerWait } from '../../operations/index.js';
import { byKind } from '../by-kind.js';
import { calling } from '../calling.js';
import type { Execute } from '../command.js';
import type { ParsedArguments } from '../parse-arguments.js';
import { promptText } from '../runs/run-text.js';
import { exitCode, exitText } from '../text/exit-text.js';

/** As long as it takes, unless somebody says how long: a person has Ctrl-C. */
const limit = (args: ParsedArguments): { timeoutMs: number } => ({
  timeoutMs: args.duration('timeout') ?? 0,
});

const worker = calling(
  workerWait,
  (args) => ({
    name: args.operand('TARGET'),
    ...limit(notSettled(args)),
    ...defined({ text: args.value('text'), regex: args.value('regex'), quietMs: args.duration('quiet') }),
    ...(args.has('quiet') && { until: 'quiet' as const }),
    ...((args.has('idle') || args.has('prompt')) && { until: 'idle' as const }),
  }),
  ({ exit, activity, line }) =>
    exit ? { text: exitText(exit), code: exitCode(exit) } : (line ?? activity?.detail ?? ''),
);

const run = calling(
  runWait,
  (args) => ({
    run: args.operand('TARGET'),
    ...limit(args),
    ...defined({ text: args.value('text'), regex: args.value('regex') }),
    until: runUntil(args),
  }),
  (waited) => {
    if (waited.line !== undefined) return waited.line;
    if (waited.state !== 'finished') return promptText(waited);
    return { text: exitText(waited), code: exitCode(waited) };
  },
);

function runUntil(args: ParsedArguments): 'prompt' | 'settled' | 'text' | 'finished' {
  if (args.has('settled')) return 'settled';
  if (args.has('prompt') || args.has('idle')) return 'prompt';
  return args.has('text') || args.has('regex') ? 'text' : 'finished';
}

const pane = calling(
  paneWait,
  (args) => {
    const what = defined({
      text: args.value('text'),
      regex: args.value('regex'),
      quietMs: args.duration('quiet'),
    });
    return {
      target: args.operand('TARGET'),
      ...limit(notSettled(args)),
      ...defined({ host: args.value('host') }),
      ...what,
      ...(Object.keys(what).length === 0 && { exit: true }),
    };
  },
  ({ until, exitCode: code }) =>
    until === 'exit' ? { text: exitText({ code }), code: exitCode({ code }) } : '',
);

function notSettled(args: ParsedArguments): ParsedArguments {
  if (!args.has('settled')) return args;
  throw new MuxError(
    'INVALID_ARGUMENT',
    `--settled is for runs, and '${args.operand('TARGET')}' is not a run.`,
    {
      suggestion: 'Omit it to wait for the exit, or use --idle to wait until a worker takes input.',
    },
  );
}

/** `mux wait`: for the end, or for what the options say. */
export const waitCommand: Execute = byKind('TARGET', { worker, run, other: pane });
