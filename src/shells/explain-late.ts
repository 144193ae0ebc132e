import { Deadline, field, isMuxError, MuxError, phrase } from '../model/index.js';
import { type ExecOptions, shellDefaults } from './exec-options.js';
import type { Execution } from './execution.js';
import type { ShellPane } from './shell-pane.js';

/** Time is up, or the caller cancels: interrupts the command, and says what came of it. */
export async function explainLate(
  error: unknown,
  shell: ShellPane,
  execution: Execution,
  options: ExecOptions,
): Promise<unknown> {
  if (!isMuxError(error, 'TIMEOUT', 'ABORTED')) return error;
  const usable = options.onTimeout !== 'leave' && (await interrupt(shell, execution));
  const { output, raw } = execution.printed();
  const screen = await screenOf(shell);
  const suggestion = usable
    ? phrase`The command was interrupted, and the shell can be used again. Use a larger ${field('timeoutMs')}.`
    : 'The command is still running in the shell. Check its pane, or open another shell.';
  return new MuxError(error.code, error.message, {
    suggestion,
    details: { ...error.details, output, raw, screen, usable },
    cause: error,
  });
}

/** Whether the shell is back at its prompt. A first C-c is lost where it comes while the shell starts a program. */
async function interrupt(shell: ShellPane, execution: Execution): Promise<boolean> {
  for (const timeoutMs of shellDefaults.interruptsMs) {
    await shell.send('\x03').catch(() => {});
    using deadline = new Deadline({ what: 'C-c', timeoutMs });
    const ending = await deadline.race(execution.done).catch(() => undefined);
    if (ending) return !ending.exited;
  }
  return false;
}

/** The text of the terminal with its history. */
export function screenOf(shell: ShellPane): Promise<string | undefined> {
  return shell.pane.capture({ history: 'all', joined: true }).catch(() => undefined);
}
