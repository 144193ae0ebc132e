import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { has, setOf } from '../../patterns/character-set.js';
import { utf8Sequences } from './utf8-sequences.js';

describe('characters as bytes', () => {
  it('match their own UTF-8 form and that of no other character', () => {
    const character = fc.oneof(fc.integer({ min: 0, max: 0x3000 }), fc.integer({ min: 0, max: 0x10ffff }));
    fc.assert(
      fc.property(fc.array(fc.tuple(character, character), { maxLength: 4 }), character, (pairs, tried) => {
        fc.pre(tried < 0xd800 || tried > 0xdfff);
        const set = setOf(...pairs.map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const));
        const sequences = utf8Sequences(set);
        for (const each of [tried, ...set.flat()].filter((one) => one < 0xd800 || one > 0xdfff)) {
          const bytes = [...Buffer.from(String.fromCodePoint(each))];
          const fits = sequences.filter(
            (ranges) =>
              ranges.length === bytes.length &&
              ranges.every(([first, last], i) => first <= (bytes[i] ?? -1) && (bytes[i] ?? 256) <= last),
          );
          expect(fits).toHaveLength(has(set, each) ? 1 : 0);
        }
      }),
      { numRuns: 500 },
    );
  });
});
