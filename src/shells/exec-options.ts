import type { CallOptions } from '../model/index.js';

export interface ExecOptions extends CallOptions {
  /**
   * What to do while something else runs in the shell: fail with `SHELL_BUSY`, or wait for the prompt.
   * @default 'now'
   */
  readonly when?: 'now' | 'idle';
  /**
   * What to do where a person has typed half a line: fail with `SHELL_LINE_IN_USE`, put it aside and bring it back
   * afterwards, or throw it away.
   * @default 'refuse'
   */
  readonly halfLine?: 'refuse' | 'keep' | 'clear';
  /**
   * What to do with the command when time is up or the caller cancels: press C-c, or let it run.
   * @default 'interrupt'
   */
  readonly onTimeout?: 'interrupt' | 'leave';
  /**
   * Milliseconds that the command and the wait for its turn may take; 0 means as long as it likes.
   * @default 60000
   */
  readonly timeoutMs?: number;
}

export interface ExecResult {
  /** Exit code; 128+n where signal n ended the command. */
  readonly code: number;
  /** What was printed, without escape sequences. */
  readonly output: string;
  /** The same as bytes, with the escape sequences of the program. */
  readonly raw: Buffer;
  /** From the moment that the shell took the command to its end, as seen from here. */
  readonly durationMs: number;
  /** The folder that the shell is in now; where it has ended, the one it was in before. */
  readonly cwd: string;
  /** Output is missing, because the connection did not keep up or broke; `screen` has what the terminal shows. */
  readonly truncated: boolean;
  /** The text of the terminal with its history, where output is missing. */
  readonly screen: string | undefined;
  /** The command ended the shell. */
  readonly exited: boolean;
}

export const shellDefaults = Object.freeze({
  timeoutMs: 60_000,
  /** Until a shell is at its first prompt. */
  openTimeoutMs: 60_000,
  /** Until an idle shell takes what is sent. */
  answerMs: 30_000,
  /** Until a shell is back at its prompt after the first C-c, and the second. */
  interruptsMs: [1_000, 2_000],
  /** A turn may become free without a sign. */
  lookAgainMs: 1_000,
});
