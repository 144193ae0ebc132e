import type { StyledScreen } from '../../screen/index.js';
import type { KernelLook } from '../terminal/kernel-watch.js';
import type { ProgramExit } from '../terminal/terminal-feed.js';
import type { PersonInput } from './read-input.js';

/** What is recorded, and in which terminal. */
export interface SessionPlan {
  readonly command: readonly string[];
  readonly size: readonly [columns: number, rows: number];
  /** `~`: the empty home of the terminal. */
  readonly cwd?: string | undefined;
  /** Host to run on (default: local). */
  readonly on?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** Something that was done, and what was there before it. */
export interface Moment {
  readonly input: PersonInput | { readonly kind: 'resize'; readonly size: readonly [number, number] };
  /** What the screen showed. */
  readonly screen: StyledScreen;
  /** What the program was doing. */
  readonly kernel: KernelLook | undefined;
}

/** A session with a program: what was done, and what was on the screen each time. It is kept in memory only. */
export interface Recording extends SessionPlan {
  readonly moments: readonly Moment[];
  /** What the screen showed at the end. */
  readonly screen: StyledScreen;
  /** How the program ended; undefined where it was left running. */
  readonly exit: ProgramExit | undefined;
}
