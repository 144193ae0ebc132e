import { type Problem, problem } from '../../problem.js';

/**
 * - `ok`: nothing to do
 * - `warning`: works, with a drawback
 * - `missing`: is not there
 * - `failed`: is there and does not work
 * - `absent`: is not to be had here, and only what it is for goes without
 */
export type CheckStatus = 'ok' | 'warning' | 'missing' | 'failed' | 'absent';

/** One thing that was looked at. */
export interface DoctorCheck {
  readonly id: string;
  readonly title: string;
  readonly status: CheckStatus;
  /** What was seen, for people. */
  readonly detail: string;
  /** What to do about it: a command or a sentence. */
  readonly fix?: string;
  /** What was seen, for programs. */
  readonly facts?: Readonly<Record<string, unknown>>;
}

/** A check that ended in an error: its sentence is the detail, its suggestion the fix. */
export function failedCheck(id: string, title: string, error: unknown): DoctorCheck {
  const { code, message, suggestion }: Problem = problem(error);
  const status = code === 'TMUX_NOT_INSTALLED' ? 'missing' : 'failed';
  return { id, title, status, detail: message, ...(suggestion && { fix: suggestion }), facts: { code } };
}

/** `count(1, 'session')` is `1 session`, `count(2, 'session')` is `2 sessions`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
