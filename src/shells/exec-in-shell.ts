import { Deadline, isMuxError } from '../model/index.js';
import { checkCommand, commandPayload } from './command-payload.js';
import { type ExecOptions, type ExecResult, shellDefaults } from './exec-options.js';
import type { Answer, Ending, Execution } from './execution.js';
import { explainLate, screenOf } from './explain-late.js';
import { BASH_LINE } from './integration/bash-shell.js';
import { FISH_LINE } from './integration/fish-shell.js';
import { keys } from './integration/marks-of-shell.js';
import { EDITOR_LINE_END } from './integration/posix-functions.js';
import { TYPED_LINE } from './integration/posix-shell.js';
import { ZSH_LINE } from './integration/zsh-shell.js';
import { paintCommand } from './paint-command.js';
import { halfLineError, notIntegratedError } from './shell-errors.js';
import type { ShellPane } from './shell-pane.js';
import type { ShellKind } from './shell-state.js';
import { type Turn, takeTurn } from './take-turn.js';

/** Runs one command in an integrated shell, from the wait for its turn to the next prompt. */
export async function execInShell(
  shell: ShellPane,
  command: string,
  options: ExecOptions = {},
): Promise<ExecResult> {
  checkCommand(command);
  using deadline = new Deadline({
    timeoutMs: shellDefaults.timeoutMs,
    ...options,
    what: `The command in the shell of pane ${shell.id}`,
  });
  using turn = await takeTurn(shell, options, deadline);
  const { execution } = turn;
  execution.onGap = () => void lookAfterGap(shell, execution, turn);
  try {
    const half = await handOver(shell, command, options, turn);
    const ending = await deadline.race(execution.done);
    if (options.halfLine === 'keep' && !ending.exited) await restore(shell, half);
    return await resultOf(shell, execution, ending, turn);
  } catch (error) {
    if (execution.stage === 'sent') await turn.release().catch(() => {});
    throw await explainLate(error, shell, execution, options);
  }
}

/** Gives the shell the command; resolves with the half line that stood at its prompt. */
async function handOver(
  shell: ShellPane,
  command: string,
  options: ExecOptions,
  turn: Turn,
): Promise<string> {
  let { half } = turn.state;
  let answer = await answered(shell, turn.answer);
  if (answer !== 'reading' && (options.halfLine ?? 'refuse') !== 'refuse') {
    half = answer.half;
    const again = turn.execution.answerAt(turn.state.prompt);
    await shell.send(keys.forced);
    answer = await answered(shell, again);
  }
  if (answer !== 'reading') throw halfLineError(shell.id, answer.half);
  const { column, width } = turn.state;
  const place = { column: Math.max(0, column - half.length), width, ...LINES[shell.kind] };
  const payload = commandPayload(shell.nonce, paintCommand(command, place), command);
  await shell.send(wired(payload, shell.kind));
  return half;
}

/** In bash a command that is bound to a key cannot submit the line itself. */
function wired(payload: string, kind: ShellKind): string {
  if (kind === 'sh' || kind === 'fish') return payload;
  return payload.replaceAll('\n', EDITOR_LINE_END) + (kind === 'bash' ? keys.submit : '');
}

/** What stands behind the prompt for a moment, until it is painted over. */
const LINES = {
  bash: { typed: BASH_LINE, editor: true },
  zsh: { typed: ZSH_LINE, editor: true },
  fish: { typed: FISH_LINE, editor: true },
  sh: { typed: TYPED_LINE, editor: false },
} as const;

async function answered(shell: ShellPane, answer: Promise<Answer>): Promise<Answer> {
  using deadline = new Deadline({ what: '', timeoutMs: shellDefaults.answerMs });
  try {
    return await deadline.race(answer);
  } catch (error) {
    if (!isMuxError(error, 'TIMEOUT')) throw error;
    throw notIntegratedError(
      `The shell in pane ${shell.id} did not accept a command: its shell integration no longer responds.`,
    );
  }
}

async function restore(shell: ShellPane, half: string): Promise<void> {
  if (half !== '') await shell.send(shell.kind === 'sh' ? half : keys.restore);
}

async function resultOf(
  shell: ShellPane,
  execution: Execution,
  ending: Ending,
  turn: Turn,
): Promise<ExecResult> {
  const { truncated, durationMs } = execution;
  return {
    code: ending.code,
    ...execution.printed(),
    durationMs,
    cwd: ending.cwd ?? turn.state.cwd,
    truncated,
    screen: truncated ? await screenOf(shell) : undefined,
    exited: ending.exited,
  };
}

/** A mark may be among what is missing; tmux knows the state of the shell all the same. */
async function lookAfterGap(shell: ShellPane, execution: Execution, turn: Turn): Promise<void> {
  const state = await shell.state().catch(() => undefined);
  if (!state || execution.stage === 'sent' || execution.stage === 'reading') return;
  const exited = state.activity === 'gone';
  const next = state.activity === 'idle' && state.prompt !== turn.state.prompt;
  if (exited || next) execution.finishLost({ code: state.code, cwd: state.cwd, exited });
}
