/** A value of the soak lab: what it is called, its unit, and how much it may move without being a leak. */
export interface Measure {
  readonly key: string;
  readonly name: string;
  readonly unit: 'MB' | '';
  /** A rise up to this is noise, in the unit. */
  readonly noise: number;
  /** Bounded by a limit of the product instead of the slope, in the unit. */
  readonly most?: number;
}

export interface Growth {
  /** For each hour, by a line through the last two thirds. */
  readonly slope: number;
  /** What that line rises by from its begin to its end. */
  readonly rise: number;
  readonly isSteady: boolean;
}

/** Of the median: a rise up to this is noise. */
export const NOISE_SHARE = 0.1;
/** A rise has to be so many times the median distance of the samples from the line. */
export const NOISE_TIMES = 4;

/**
 * Whether a value grows steadily: a line by least squares through the samples of the last two thirds rises by more than
 * the noise of the measure, by more than a tenth of the median, and by more than four times the median distance of the
 * samples from the line. A measure with a limit is compared with that alone.
 */
export function growthOf(
  measure: Measure,
  samples: readonly (readonly [hours: number, value: number])[],
): Growth {
  const late = samples.slice(Math.floor(samples.length / 3));
  const line = fitLine(late);
  const first = late[0]?.[0] ?? 0;
  const rise = line.slope * ((late.at(-1)?.[0] ?? 0) - first);
  if (measure.most !== undefined) {
    const highest = Math.max(...samples.map(([, value]) => value));
    return { slope: line.slope, rise, isSteady: highest > measure.most };
  }
  const distance = median(late.map(([at, value]) => Math.abs(value - line.at(at))));
  const noise = Math.max(
    measure.noise,
    NOISE_SHARE * median(late.map(([, value]) => value)),
    NOISE_TIMES * distance,
  );
  return { slope: line.slope, rise, isSteady: rise > noise };
}

function fitLine(points: readonly (readonly [number, number])[]): {
  slope: number;
  at: (x: number) => number;
} {
  const mean = (of: (point: readonly [number, number]) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / Math.max(1, points.length);
  const [x, y] = [mean(([at]) => at), mean(([, value]) => value)];
  const spread = mean(([at]) => (at - x) ** 2);
  const slope = spread === 0 ? 0 : mean(([at, value]) => (at - x) * (value - y)) / spread;
  return { slope, at: (at) => y + slope * (at - x) };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
