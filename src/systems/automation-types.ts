import type {
  FinishedStatus,
  HarvestResult as FullHarvest,
  RunOptions as FullOptions,
  RunResult as FullResult,
  RunningStatus,
  Verdict,
  WaitingStatus,
} from '../runs/index.js';

/**
 * Options of `TmuxAutomation.run`, as a caller builds them step by step.
 *
 * @example
 * const options: RunOptions = { cwd: '/workspace' };
 * options.timeoutMs = 60_000;
 */
export interface RunOptions extends Omit<FullOptions, keyof PlainOptions>, PlainOptions {}

interface PlainOptions {
  cwd?: string;
  env?: Record<string, string>;
  /** @default true */
  interactive?: boolean;
  /** Name of the window. */
  name?: string;
  promptDetectors?: RegExp[];
  redactors?: RegExp[];
  /** 0: no time limit. */
  timeoutMs?: number;
}

export type RunResult = { -readonly [Key in keyof FullResult]: FullResult[Key] };

/** What a caller may also make itself, such as `{ state: 'running' }`: source and confidence are optional. */
export type Status = Plain<RunningStatus> | Plain<WaitingStatus> | Plain<FinishedStatus>;

type Plain<S extends Verdict> = {
  -readonly [Key in keyof S as Exclude<Key, keyof Verdict>]: S[Key];
} & Partial<Verdict>;

/** What a caller may also make itself, such as `{ cursor: 0, lines: [] }`. */
export interface HarvestResult extends Partial<Omit<FullHarvest, 'cursor' | 'lines'>> {
  /** Byte position already read. */
  cursor: number;
  /** New lines since the cursor. */
  lines: string[];
}
