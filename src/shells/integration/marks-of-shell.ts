/**
 * The protocol between an integrated shell and muxwright. Marks are private OSC sequences that a terminal
 * swallows; the state is an OSC 7, which tmux keeps as `pane_path`, so that a process that connects later can read
 * it.
 *
 * - `R;prompt`: the shell, at this prompt, reads the next command
 * - `G`: the input was garbled, and was not run
 * - `C`: output of the command starts
 * - `D;code;cwd`: the command has ended
 * - `B`: the shell is at its prompt and takes keys
 * - `H;prompt;text`: a person has typed part of a line at this prompt, so nothing was done
 * - `X;code`: the shell has ended
 */
export const MARK_NUMBER = 7770;

/** Beginning of every mark of a shell. */
export function markPrefix(nonce: string): string {
  return `\x1b]${MARK_NUMBER};${nonce};`;
}

/**
 * The beginning of what tmux keeps as `pane_path`; behind it:
 * `idle:PROMPT:CODE:KIND`, `more`, `run:PROMPT` or `gone:CODE`.
 */
export function statePrefix(nonce: string): string {
  return `muxwright:${nonce}:`;
}

/** A mark, for the format of a shell's printf and for bash's prompts, which both know `\033` and `\007`. */
export function mark(nonce: string, text: string): string {
  return `\\033]${MARK_NUMBER};${nonce};${text}\\007`;
}

/** A state, in the same form. */
export function state(nonce: string, text: string): string {
  return `\\033]7;${statePrefix(nonce)}${text}\\007`;
}

/** Keys that nobody presses by accident: ESC, C-_ and a digit. */
export const keys = {
  /** Run what we send, unless there is half a line. */
  polite: '\x1b\x1f1',
  /** Put half a line aside, and run what we send. */
  forced: '\x1b\x1f2',
  /** Bring the half line back. */
  restore: '\x1b\x1f3',
  /** Submits the line, in bash, where a bound command cannot do that itself. */
  submit: '\x1b\x1f4',
  /** Run what is queued. What is typed at the prompt stays. */
  wake: '\x1b\x1f5',
  /** Does nothing, but is the end of a line where the shell is still reading what somebody began to send. */
  abandon: '\x1b\x1f\x01',
} as const;
