import type { AgentScreen } from '../panes/index.js';
import type { ProgramSignal } from './program-signal.js';
import type { HookSignal } from './signal-source.js';

/** Everything that says something about what an agent does. */
export type AgentSignal =
  | ProgramSignal
  | HookSignal
  | { readonly type: 'screen'; readonly screen: ScreenReading }
  /** Whether the program of the agent is in the foreground of its pane. */
  | { readonly type: 'process'; readonly running: boolean; readonly detail: string }
  /** The program has ended, or its pane is gone. */
  | { readonly type: 'exit'; readonly detail: string }
  /** Whether the program waits for its terminal. */
  | { readonly type: 'kernel'; readonly waiting: boolean; readonly detail: string }
  /** Nothing was printed for so long. */
  | { readonly type: 'silence'; readonly quietMs: number }
  /** A sender has proof that the agent took a message; `at` is the moment of its Enter. */
  | { readonly type: 'submitted'; readonly at?: Date }
  /** Output was lost, so what was read from it may be outdated. */
  | { readonly type: 'gap' };

export type ScreenReading = Pick<AgentScreen, 'state' | 'evidence' | 'confidence' | 'menu' | 'question'>;
