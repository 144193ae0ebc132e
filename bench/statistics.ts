export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value below which the given part of all values lies, with a straight line between two neighbours. */
export function quantile(values: readonly number[], part: number): number {
  if (values.length === 0) return Number.NaN;
  const sorted = [...values].sort((a, b) => a - b);
  const position = (sorted.length - 1) * part;
  const below = sorted[Math.floor(position)] ?? Number.NaN;
  const above = sorted[Math.ceil(position)] ?? Number.NaN;
  return below + (above - below) * (position - Math.floor(position));
}
