/** `Did you mean 'doctor'?`, where one of the names is close to what was typed. */
export function didYouMean(typed: string, names: readonly string[]): string | undefined {
  const nearest = nearestName(typed, names);
  return nearest === undefined ? undefined : `Did you mean '${nearest}'?`;
}

/** The name that begins so, or takes the fewest slips of a finger; `undefined` where all are far. */
export function nearestName(typed: string, names: readonly string[]): string | undefined {
  const word = typed.toLowerCase();
  const longer = names.find((name) => word.length > 1 && name.startsWith(word));
  if (longer !== undefined) return longer;
  const ranked = names
    // Every letter more or less is a slip: what somebody pasted here need not be compared.
    .filter((name) => Math.abs(name.length - word.length) <= MOST_SLIPS)
    .map((name) => ({ name, slips: slips(word, name) }))
    .sort((a, b) => a.slips - b.slips);
  // Of a short word, two wrong letters would be all of it.
  const most = (name: string): number => Math.min(MOST_SLIPS, Math.max(word.length, name.length) / 2);
  return ranked.find(({ name, slips }) => slips <= most(name))?.name;
}

const MOST_SLIPS = 2;

/** Letters to add, to drop, to replace or to swap with their neighbour (optimal string alignment). */
function slips(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, j) => j)];
  const at = (i: number, j: number): number => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1];
      const swapped = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      row.push(
        Math.min(
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          at(i - 1, j - 1) + (same ? 0 : 1),
          swapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return at(from.length, to.length);
}
