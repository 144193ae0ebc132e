/**
 * Whether a version is in a range: `*`, `2.1`, `>=2.1.0 <3`, several of them with `||`. A version of which only the
 * beginning is given means all that begin so: `2.1` is `>=2.1.0 <2.2.0`.
 *
 * @example
 * inVersionRange('2.1.197', '>=2.1.0 <3'); // true
 */
export function inVersionRange(version: string, range: string): boolean {
  const parts = parseVersion(version);
  if (!parts) return false;
  return range.split('||').some((part) => comparators(part).every((comparator) => fits(parts, comparator)));
}

/** Whether a range can be understood. */
export function isVersionRange(range: string): boolean {
  return range
    .split('||')
    .every((part) => part.trim() !== '' && words(part).every((word) => comparator.test(word)));
}

const comparator = /^(?:\*|(>=|<=|>|<|=)?v?(\d+(?:\.\d+){0,2}))$/u;

interface Comparator {
  readonly operator: string;
  readonly from: readonly number[];
}

function words(part: string): string[] {
  return part
    .trim()
    .replace(/(>=|<=|>|<|=)\s+/gu, '$1')
    .split(/\s+/u);
}

function comparators(part: string): Comparator[] {
  return words(part).flatMap((word) => {
    const [, operator = '=', from] = comparator.exec(word) ?? [];
    return from === undefined ? [] : [{ operator, from: from.split('.').map(Number) }];
  });
}

/** The first three numbers; what follows, as in `2.1.0-beta`, does not count. */
function parseVersion(version: string): readonly number[] | undefined {
  const match = /(\d+)(?:\.(\d+))?(?:\.(\d+))?/u.exec(version);
  return match ? [1, 2, 3].map((group) => Number(match[group] ?? 0)) : undefined;
}

function fits(version: readonly number[], { operator, from }: Comparator): boolean {
  const order = compare(version, from);
  if (operator === '=') return order === 0;
  if (operator === '>') return order > 0;
  if (operator === '>=') return order >= 0;
  // `<=2.1` means up to the last 2.1.x, `<2.1` ends before the first.
  return operator === '<' ? order < 0 : order <= 0;
}

/** Compares as far as the shorter one goes. */
function compare(version: readonly number[], given: readonly number[]): number {
  for (const [at, number] of given.entries()) {
    const difference = (version[at] ?? 0) - number;
    if (difference !== 0) return difference;
  }
  return 0;
}
