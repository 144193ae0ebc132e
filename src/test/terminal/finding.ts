import type { StyledScreen } from '../../screen/index.js';
import type { StageCount } from '../locators/locator-query.js';
import type { Place } from '../locators/screen-grid.js';
import type { KernelLook } from './kernel-watch.js';

/** What made a wait look again. */
export type Wake = 'start' | 'output' | 'resize' | 'exit' | 'gap' | 'silence';

/** How a program has ended: with a code, or with its pane. */
export interface ProgramExit {
  /** 128 + n where signal n ended it; unknown where its pane was closed. */
  readonly code: number | undefined;
}

/** What is known of a terminal when a condition is looked at. */
export interface Look {
  readonly screen: StyledScreen;
  readonly exit: ProgramExit | undefined;
  /** Where the condition needs the kernel. */
  readonly kernel: KernelLook | undefined;
  /** Whether nothing has happened between the answer of the kernel and the screen. */
  readonly quiet: boolean;
}

/** What a look has found. */
export interface Finding {
  readonly pass: boolean;
  /** Neither this nor its opposite can be said: there is nothing, or there are several. */
  readonly undecided?: boolean;
  readonly expected: string;
  readonly received: string;
  readonly stages?: readonly StageCount[] | undefined;
  readonly nearest?: string | undefined;
  /** What the message points at. */
  readonly marks?: readonly Place[] | undefined;
  /** Why it can never pass any more. */
  readonly hopeless?: string | undefined;
}

/** Whether something holds, as one look shows it. */
export type Check = (look: Look) => Finding | Promise<Finding>;

export type WaitEnd = 'passed' | 'timeout' | 'ended' | 'stuck' | 'hopeless';

export interface WaitResult {
  readonly end: WaitEnd;
  readonly finding: Finding;
  readonly screen: StyledScreen;
  readonly kernel: KernelLook | undefined;
  readonly exit: ProgramExit | undefined;
  readonly elapsedMs: number;
  readonly timeoutMs: number;
  readonly looks: Readonly<Partial<Record<Wake, number>>>;
}
