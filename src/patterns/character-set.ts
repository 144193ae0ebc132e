/** Code points as sorted ranges that neither overlap nor touch; both ends belong to a range. */
export type CharacterSet = readonly (readonly [first: number, last: number])[];

export const LAST_CHARACTER = 0x10ffff;

export function setOf(...ranges: readonly (readonly [number, number] | number)[]): CharacterSet {
  const pairs = ranges.map((range) => (typeof range === 'number' ? ([range, range] as const) : range));
  // Most are one character of a pattern, and every start of a run reads the patterns of all rules.
  if (pairs.length === 1) return pairs;
  const merged: [number, number][] = [];
  for (const [first, last] of pairs.toSorted((a, b) => a[0] - b[0])) {
    const previous = merged.at(-1);
    if (previous && first <= previous[1] + 1) previous[1] = Math.max(previous[1], last);
    else merged.push([first, last]);
  }
  return merged;
}

export function union(...sets: readonly CharacterSet[]): CharacterSet {
  const [only] = sets;
  if (only && sets.length === 1) return only;
  return setOf(...sets.flat());
}

export function complement(set: CharacterSet): CharacterSet {
  const gaps: [number, number][] = [];
  let next = 0;
  for (const [first, last] of set) {
    if (first > next) gaps.push([next, first - 1]);
    next = last + 1;
  }
  if (next <= LAST_CHARACTER) gaps.push([next, LAST_CHARACTER]);
  return gaps;
}

export function intersection(a: CharacterSet, b: CharacterSet): CharacterSet {
  const common: [number, number][] = [];
  for (const [first, last] of a) {
    for (const [from, to] of b) {
      if (from <= last && first <= to) common.push([Math.max(first, from), Math.min(last, to)]);
    }
  }
  return common;
}

export function has(set: CharacterSet, character: number): boolean {
  return set.some(([first, last]) => first <= character && character <= last);
}

/** The only member, where there is just one. */
export function single(set: CharacterSet): number | undefined {
  const [range, ...others] = set;
  return range && others.length === 0 && range[0] === range[1] ? range[0] : undefined;
}

const code = (character: string): number => character.charCodeAt(0);

export const digits = setOf([code('0'), code('9')]);
export const wordCharacters = setOf(...digits, [code('A'), code('Z')], [code('a'), code('z')], code('_'));
export const lineTerminators = setOf(0x0a, 0x0d, [0x2028, 0x2029]);
/** What `\s` means to JavaScript. */
export const spaces = setOf(
  [0x09, 0x0d],
  0x20,
  0xa0,
  0x1680,
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  0x202f,
  0x205f,
  0x3000,
  0xfeff,
);

/** The set with every character that equals a member when case is ignored, as JavaScript sees it. */
export function ignoringCase(set: CharacterSet, unicode: boolean): CharacterSet {
  if (!unicode && (set.at(-1)?.[1] ?? 0) < 0x80) return ignoringAsciiCase(set);
  // The engine itself is asked: its tables are the definition.
  const members = set.map(([first, last]) => `${escaped(first)}-${escaped(last)}`).join('');
  if (members === '') return set;
  const matcher = new RegExp(`^[${members}]$`, unicode ? 'iu' : 'i');
  const top = unicode ? LAST_CHARACTER : 0xffff;
  const added = casedCharacters().filter(
    (character) => character <= top && !has(set, character) && matcher.test(String.fromCodePoint(character)),
  );
  return added.length === 0 ? set : setOf(...set, ...added);

  function escaped(character: number): string {
    if (unicode) return `\\u{${character.toString(16)}}`;
    return `\\u${Math.min(character, 0xffff).toString(16).padStart(4, '0')}`;
  }
}

function ignoringAsciiCase(set: CharacterSet): CharacterSet {
  const upper = intersection(set, setOf([code('A'), code('Z')])).map(([a, b]) => [a + 32, b + 32] as const);
  const lower = intersection(set, setOf([code('a'), code('z')])).map(([a, b]) => [a - 32, b - 32] as const);
  return setOf(...set, ...upper, ...lower);
}

let cased: readonly number[] | undefined;

function casedCharacters(): readonly number[] {
  cased ??= Array.from({ length: 0x1f000 }, (_, character) => character).filter((character) => {
    const text = String.fromCodePoint(character);
    return text.toLowerCase() !== text || text.toUpperCase() !== text;
  });
  return cased;
}
