import { foregroundProcesses } from '../panes/index.js';
import { commandLine, type RequestOptions, type Tmux } from '../tmux/index.js';
import type { ProgramSignal } from './program-signal.js';
import { STATUS_ANSWER } from './program-status.js';
import type { HookSignal } from './signal-source.js';
import { statusDefaults } from './status-defaults.js';

export interface AnswerOptions {
  readonly paneId: string;
  readonly server: RequestOptions['server'];
  /** The programs of the profile. */
  readonly programs: readonly string[];
  readonly now: Date;
}

/** Answers a program that asks whether its status is read; any other signal is passed over. */
export async function answerSignal(
  signal: ProgramSignal | HookSignal,
  tmux: Tmux,
  options: AnswerOptions,
): Promise<void> {
  if (signal.type === 'status-query') return answerQuery(tmux, options, signal.pastTmux ?? false);
  const setsUp = signal.type === 'mode' && signal.mode === 1004 && signal.on;
  if (setsUp && options.programs.includes('claude')) return answerEarly(tmux, options);
}

/**
 * tmux carries it out as one command, because the program does not wait for long, and only where the bytes reach the
 * program and nothing else: not in copy mode, not where keys go to several panes, not where a shell would take them
 * for typing, not where another process of ours has answered, and not where the terminal of a person, which was asked
 * past tmux, answers for itself.
 */
async function answerQuery(tmux: Tmux, options: AnswerOptions, pastTmux: boolean): Promise<void> {
  if (await answerIf(tmux, options, NO_SHELL, pastTmux)) return;
  // A program that a script has started is in the group of that script's shell.
  if (await hasProgram(tmux, options)) await answerIf(tmux, options, ALWAYS, pastTmux);
}

/**
 * Answers Claude Code before it asks. Right behind its query (2.1.325) it asks for the kind of the terminal, which tmux
 * answers at once, and takes that for the end of all answers: ours would always be late. It sets up the terminal a
 * moment before, and reads what has come meanwhile after it has asked. An older one (2.1.197) passes it over.
 */
async function answerEarly(tmux: Tmux, options: AnswerOptions): Promise<void> {
  await answerIf(tmux, options, CLAUDE, false);
}

const ALWAYS = '1';
const NO_SHELL = '#{?#{m/r:^-?(ba|da|z|fi|k|mk|c|tc|a)?sh$,#{pane_current_command}},,1}';
const CLAUDE = '#{m/r:^claude(\\.exe)?$,#{pane_current_command}}';
const MARK = '@muxwright_status_answered';

/** `true` where nothing more is to be done. */
async function answerIf(
  tmux: Tmux,
  { paneId, server, now }: AnswerOptions,
  condition: string,
  pastTmux: boolean,
): Promise<boolean> {
  const time = String(now.getTime());
  const limit = String(now.getTime() - statusDefaults.answerMs);
  const obstacles = ['pane_in_mode', 'pane_synchronized', 'pane_input_off', 'pane_dead'].map(
    (name) => `#{${name}}`,
  );
  if (pastTmux) obstacles.push('#{m:*/*,#{session_attached_list}}');
  obstacles.push(`#{>=:#{${MARK}},${limit}}`);
  const free = obstacles.reduceRight((rest, obstacle) => `#{?${obstacle},,${rest}}`, '1');
  const bytes = [...Buffer.from(STATUS_ANSWER)].map((byte) => byte.toString(16).padStart(2, '0'));
  const send = commandLine([
    ['set-option', '-p', '-t', paneId, MARK, time],
    ['send-keys', '-t', paneId, '-H', ...bytes],
  ]);
  const [, left] = await tmux.request(
    [
      ['if-shell', '-F', '-t', paneId, `#{&&:${free},${condition}}`, send],
      // What is free and still not answered has a shell in front.
      ['display-message', '-p', '-t', paneId, free],
    ],
    { server },
  );
  return left?.toString().trim() !== '1';
}

async function hasProgram(tmux: Tmux, { paneId, server }: AnswerOptions): Promise<boolean> {
  const [body] = await tmux.request([['display-message', '-p', '-t', paneId, '#{pane_pid}']], { server });
  const panePid = Number(body?.toString());
  const processes = (await foregroundProcesses(tmux.host, [panePid])).get(panePid) ?? [];
  return processes.some(
    ({ argv: [program = ''] }) => !/(?:^|[-/])(?:ba|da|z|fi|k|mk|c|tc|a)?sh$/.test(program),
  );
}
