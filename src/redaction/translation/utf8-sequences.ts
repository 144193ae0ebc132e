import type { CharacterSet } from '../../patterns/index.js';

type ByteRange = readonly [first: number, last: number];

/** The characters of a set as sequences of byte ranges, which together match just their UTF-8 forms. */
export function utf8Sequences(set: CharacterSet): readonly (readonly ByteRange[])[] {
  return set.flatMap(([first, last]) => split(first, last));
}

/**
 * The last characters that fit into one, two, three and four bytes. Surrogates are not encoded separately.
 */
const limits = [0x7f, 0x7ff, 0xd7ff, 0xdfff, 0xffff, 0x10ffff];

function split(first: number, last: number): ByteRange[][] {
  for (const limit of limits)
    if (first <= limit && last > limit) return [...split(first, limit), ...split(limit + 1, last)];
  if (first >= 0xd800 && last <= 0xdfff) return [];
  if (last <= 0x7f) return [[[first, last]]];
  // Cut so that below the first byte that differs every value is there.
  for (let bits = 6; bits <= 18; bits += 6) {
    const mask = (1 << bits) - 1;
    if (first >> bits === last >> bits) continue;
    if ((first & mask) !== 0) return [...split(first, first | mask), ...split((first | mask) + 1, last)];
    if ((last & mask) !== mask) return [...split(first, (last & ~mask) - 1), ...split(last & ~mask, last)];
  }
  const from = Buffer.from(String.fromCodePoint(first));
  const to = Buffer.from(String.fromCodePoint(last));
  return [Array.from(from, (byte, index) => [byte, to[index] ?? byte] as const)];
}
