import type { ProgramSignal } from './program-signal.js';

/** What a hook of the program told. */
export interface HookSignal {
  readonly type: 'hook';
  /** The name that the program gives it: `UserPromptSubmit`. */
  readonly event: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** When it happened, where it is told later than that. */
  readonly at?: Date;
}

/** What a sender may wait for as proof. */
export interface SignalSource {
  /** Resolves when the listener misses nothing any more, with a function that ends that. */
  watch(paneId: string, listener: (signal: ProgramSignal | HookSignal) => void): Promise<() => void>;
}
