import { describe, expect, it } from 'vitest';
import { linesWith, nextHit, piecesOf, rangesOf } from './search-text.js';

describe('searching in text', () => {
  it('finds every place, whatever the case', () => {
    expect(rangesOf('Error: an error', 'ERROR')).toEqual([
      { from: 0, to: 5 },
      { from: 10, to: 15 },
    ]);
    expect(rangesOf('aaa', 'aa')).toEqual([{ from: 0, to: 2 }]);
    expect(rangesOf('aaa', '')).toEqual([]);
  });

  it('cuts a line into what was found and what is between', () => {
    expect(piecesOf('an error here', 'error')).toEqual([
      { text: 'an ', hit: false },
      { text: 'error', hit: true },
      { text: ' here', hit: false },
    ]);
    expect(piecesOf('', 'x')).toEqual([{ text: '', hit: false }]);
  });

  it('goes through the lines that have it, round and round', () => {
    const hits = linesWith(['ok', 'ERR 1', 'ok', 'err 2'], 'err');
    expect(hits).toEqual([1, 3]);
    expect([undefined, 0, 1].map((at) => nextHit(hits.length, at, 1))).toEqual([0, 1, 0]);
    expect(nextHit(hits.length, 0, -1)).toBe(1);
    expect(nextHit(0, undefined, 1)).toBeUndefined();
  });
});
