import { type CharacterSet, LAST_CHARACTER, setOf } from './character-set.js';

/** The characters of a Unicode property, such as `L` or `Script=Greek`, as the engine of this process knows them. */
export function propertySet(property: string): CharacterSet {
  const set = known.get(property) ?? find(property);
  known.set(property, set);
  return set;
}

const known = new Map<string, CharacterSet>();

function find(property: string): CharacterSet {
  const ranges: [number, number][] = [];
  for (const { 0: run, index } of everyCharacter().matchAll(new RegExp(`\\p{${property}}+`, 'gu'))) {
    ranges.push([characterAt(index), characterAt(index + run.length) - 1]);
  }
  // A run continues across the gap of the surrogates, which are no characters.
  return setOf(...ranges);
}

/** All code points in order, without the surrogates, which are not characters by themselves. */
function everyCharacter(): string {
  if (every === '') {
    for (let first = 0; first <= LAST_CHARACTER; first += PIECE) {
      const piece = Array.from({ length: PIECE }, (_, at) => first + at);
      every += String.fromCodePoint(...piece.filter((character) => character >> 11 !== SURROGATES));
    }
  }
  return every;
}

let every = '';
const PIECE = 0x1000;
/** The upper bits of all surrogates. */
const SURROGATES = 0xd800 >> 11;

/** The character at a place of that text. */
function characterAt(index: number): number {
  if (index < 0xd800) return index;
  return index < 0xf800 ? index + 0x800 : 0x10000 + (index - 0xf800) / 2;
}
