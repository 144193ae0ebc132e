/** Numbers over runs, as they were when they were asked for. */
export interface RunMetrics {
  readonly at: Date;
  /** By command type, in alphabetical order. */
  readonly types: readonly CommandTypeMetrics[];
  /** How many runs there are in all. */
  readonly count: number;
}

export interface CommandTypeMetrics {
  readonly type: string;
  readonly count: number;
  readonly running: number;
  /** Those that ended and left an exit code. */
  readonly finished: number;
  readonly lost: number;
  readonly timedOut: number;
  /** Those that ended with exit code 0. */
  readonly succeeded: number;
  /** The part of all that ended, lost ones included, that succeeded: 0 to 1. */
  readonly successRate: number | undefined;
  /** Of those that finished. */
  readonly durationMs: DurationMetrics | undefined;
  /** The most common first. */
  readonly exitCodes: readonly ExitCodeCount[];
  /** How many prompts were seen. */
  readonly prompts: number;
  /** The most common first, ten at most. */
  readonly commonPrompts: readonly PromptCount[];
  /** Sizes of all logs together. */
  readonly bytes: number;
}

export interface DurationMetrics {
  readonly min: number;
  readonly median: number;
  readonly p95: number;
  readonly max: number;
  readonly mean: number;
}

export interface ExitCodeCount {
  readonly exitCode: number;
  readonly count: number;
}

export interface PromptCount {
  readonly text: string;
  readonly count: number;
}
