import { describe, expect, it } from 'vitest';
import { cellsOf } from './cells.js';
import { columnWidth } from './column-width.js';
import { styledRows } from './styled-rows.js';

describe('columnWidth', () => {
  it.each([
    ['plain', 5],
    ['日本', 4],
    ['한글', 4],
    ['e\u0301', 1],
    ['🙂', 2],
    ['❯ ›', 3],
    ['─│╭', 3],
    ['⠋ ✳ ●', 5],
    ['ｗｉｄｅ', 8],
    ['', 0],
  ])('counts the columns of %s', (text, width) => {
    expect(columnWidth(text)).toBe(width);
  });
});

describe('cellsOf', () => {
  it('gives each character its column, and combining marks to the one before', () => {
    const cells = cellsOf(styledRows('日e\u0301\x1b[1mx')[0] ?? []);
    expect(cells.map(({ text, column }) => [text, column])).toEqual([
      ['日', 0],
      ['e\u0301', 2],
      ['x', 3],
    ]);
  });
});
