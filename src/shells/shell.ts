import type { Pane } from '../tmux/index.js';
import { execInShell } from './exec-in-shell.js';
import type { ExecOptions, ExecResult } from './exec-options.js';
import type { ShellPane } from './shell-pane.js';
import type { ShellKind } from './shell-state.js';

/**
 * A shell that lives in a pane, for people and programs alike. Made by `openShell()` or found by `attachShell()`.
 *
 * @example
 * await shell.exec('cd /src && export CC=clang');
 * const { code, output } = await shell.exec('make 2>&1 | tail -1', { timeoutMs: 600_000 });
 */
export class Shell implements AsyncDisposable {
  readonly #shell: ShellPane;

  /** @internal */
  constructor(shell: ShellPane) {
    this.#shell = shell;
  }

  get pane(): Pane {
    return this.#shell.pane;
  }

  get kind(): ShellKind {
    return this.#shell.kind;
  }

  /**
   * Runs a command at the prompt, as if it had been typed, and resolves with what it printed and its exit code. What it
   * changes in the shell stays. Commands that are run at the same time, also by other processes, take turns.
   *
   * @example
   * await shell.exec('read name; echo "hello $name"', { when: 'idle', timeoutMs: 5_000 });
   */
  exec(command: string, options: ExecOptions = {}): Promise<ExecResult> {
    return execInShell(this.#shell, command, options);
  }

  /** The program that runs in the shell now; `undefined` while it is at its prompt. */
  async busy(): Promise<string | undefined> {
    const { activity, program, half } = await this.#shell.state();
    return activity === 'idle' && half === '' ? undefined : program;
  }

  /** Stops watching the pane. The shell lives on, and `attachShell()` finds it again. */
  close(): Promise<void> {
    return this.#shell.tap.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
