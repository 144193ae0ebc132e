import type { Ground } from './ground.js';

/** `MB/s` is better when it is more; times and memory are better when they are less. */
export type Unit = 'ms' | 'µs' | 'MB/s' | 'KB';

/** One question about speed. */
export interface Benchmark {
  /** For `--only`. */
  readonly name: string;
  readonly unit: Unit;
  /** Measures at each place there is, and says what came out as soon as it is known. */
  run(ground: Ground): AsyncIterable<Result>;
}

/**
 * One way to do what a benchmark asks for. A `floor` does only what cannot be left out, so nothing that offers more
 * can be faster; a `peer` is what people would use instead.
 */
export interface Contender {
  readonly name: string;
  readonly role: 'ours' | 'peer' | 'floor';
  /** Does it once, and gives the value in the unit of the benchmark. */
  sample(): Promise<number>;
}

export interface Result {
  readonly name: string;
  readonly unit: Unit;
  /** Median. */
  readonly ours: number;
  /** Medians. */
  readonly peers: Readonly<Record<string, number>>;
  /** How many times better we are than `rival`: above 1 we win. */
  readonly ratio: number;
  /** The best peer, or the best floor where there is no peer. */
  readonly rival: string;
  /** Those of `peers` that are floors. */
  readonly floors: readonly string[];
  /** What 99 of 100 samples did not fall short of, for each contender. */
  readonly p99: Readonly<Record<string, number>>;
  /** Samples of each contender. */
  readonly n: Readonly<Record<string, number>>;
}

export const OURS = 'muxwright';

/** How many times better `ours` is than `theirs`. */
export function advantage(unit: Unit, ours: number, theirs: number): number {
  return unit === 'MB/s' ? ours / theirs : theirs / ours;
}

/** A sample for a time: how many milliseconds something takes. */
export async function milliseconds(action: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await action();
  return performance.now() - start;
}
