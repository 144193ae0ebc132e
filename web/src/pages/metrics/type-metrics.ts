import type { Output } from '../../api/operations.js';

export type TypeMetrics = Output<'run.metrics'>['types'][number];

/** How the runs of a kind ended, in numbers that add up to all of them. */
export interface Outcomes {
  readonly succeeded: number;
  readonly failed: number;
  readonly lost: number;
  readonly running: number;
}

export function outcomesOf({ succeeded, finished, lost, running }: TypeMetrics): Outcomes {
  return { succeeded, failed: Math.max(0, finished - succeeded), lost, running };
}

/** The numbers of all kinds together. */
export function summary(types: readonly TypeMetrics[]): Outcomes & {
  readonly count: number;
  readonly prompts: number;
  readonly successRate: number | undefined;
  readonly exitCodes: readonly { readonly exitCode: number; readonly count: number }[];
} {
  const all = types.map(outcomesOf);
  const sum = (of: (one: Outcomes) => number): number => all.reduce((total, one) => total + of(one), 0);
  const [succeeded, failed, lost, running] = [
    sum((one) => one.succeeded),
    sum((one) => one.failed),
    sum((one) => one.lost),
    sum((one) => one.running),
  ];
  const ended = succeeded + failed + lost;
  const codes = new Map<number, number>();
  for (const { exitCode, count } of types.flatMap((type) => type.exitCodes))
    codes.set(exitCode, (codes.get(exitCode) ?? 0) + count);
  return {
    succeeded,
    failed,
    lost,
    running,
    count: types.reduce((total, { count }) => total + count, 0),
    prompts: types.reduce((total, { prompts }) => total + prompts, 0),
    successRate: ended === 0 ? undefined : succeeded / ended,
    exitCodes: [...codes].map(([exitCode, count]) => ({ exitCode, count })).sort((a, b) => b.count - a.count),
  };
}

/** Where a duration is between the shortest and the longest, 0 to 1, each power of ten as wide as the next. */
export function logPlace(ms: number, least: number, most: number): number {
  const [low, high, at] = [least, most, ms].map((value) => Math.log10(Math.max(1, value))) as [
    number,
    number,
    number,
  ];
  return high <= low ? 0 : Math.min(1, Math.max(0, (at - low) / (high - low)));
}
