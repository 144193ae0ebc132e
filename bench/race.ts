import { advantage, type Contender, OURS, type Result, type Unit } from './benchmark.js';
import { median, quantile } from './statistics.js';

export interface RaceOptions {
  readonly rounds: number;
  /** How long a contender goes on in its turn; at least one sample. */
  readonly turnMs: number;
  readonly signal: AbortSignal;
}

/**
 * Lets the contenders take turns, many short ones, so that whatever else the machine does meets all of them alike.
 * The first round only warms up.
 */
export async function race(
  name: string,
  unit: Unit,
  contenders: readonly Contender[],
  options: RaceOptions,
): Promise<Result> {
  const samples = new Map<string, number[]>(contenders.map((contender) => [contender.name, []]));
  for (const contender of contenders) await takeTurn(contender, options);
  for (let round = 0; round < options.rounds; round++) {
    // Nobody always comes after the same neighbour's garbage.
    for (const contender of round % 2 === 0 ? contenders : contenders.toReversed()) {
      samples.get(contender.name)?.push(...(await takeTurn(contender, options)));
    }
  }
  return summarize(name, unit, contenders, samples);
}

async function takeTurn(contender: Contender, { turnMs, signal }: RaceOptions): Promise<number[]> {
  const values: number[] = [];
  const end = performance.now() + turnMs;
  do {
    signal.throwIfAborted();
    values.push(await contender.sample());
  } while (performance.now() < end);
  return values;
}

function summarize(
  name: string,
  unit: Unit,
  contenders: readonly Contender[],
  samples: ReadonlyMap<string, readonly number[]>,
): Result {
  const slowEnd = unit === 'MB/s' ? 0.01 : 0.99;
  const medians = mapValues(samples, median);
  const ours = medians[OURS] ?? Number.NaN;
  const better = ([, a]: [string, number], [, b]: [string, number]): number => advantage(unit, b, a) - 1;
  const best = (role: Contender['role']): [string, number] | undefined =>
    Object.entries(medians)
      .filter(([key]) => contenders.some((contender) => contender.name === key && contender.role === role))
      .sort(better)[0];
  const [rival, theirs] = best('peer') ?? best('floor') ?? ['', Number.NaN];
  const { [OURS]: _, ...peers } = medians;
  return {
    name,
    unit,
    ours,
    peers,
    ratio: rounded(advantage(unit, ours, theirs)),
    rival,
    floors: contenders.filter(({ role }) => role === 'floor').map((contender) => contender.name),
    p99: mapValues(samples, (values) => quantile(values, slowEnd)),
    n: mapValues(samples, (values) => values.length),
  };
}

function mapValues(
  samples: ReadonlyMap<string, readonly number[]>,
  change: (values: readonly number[]) => number,
): Record<string, number> {
  return Object.fromEntries([...samples].map(([name, values]) => [name, rounded(change(values))]));
}

function rounded(value: number): number {
  return Number(value.toPrecision(4));
}
