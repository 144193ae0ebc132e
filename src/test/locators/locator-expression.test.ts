import { describe, expect, it } from 'vitest';
import { screenFromCapture } from '../../screen/screen-from-capture.js';
import { parseLocator } from './locator-expression.js';
import { ScreenGrid } from './screen-grid.js';

const screen = screenFromCapture('Settings\n  \x1b[32mSave\x1b[0m\nAccount\n  Save\n', {
  width: 40,
  height: 6,
});

function found(text: string): unknown {
  return parseLocator(text)
    .locate(new ScreenGrid(screen))
    .matches.map(({ place }) => [place[0]?.row, place[0]?.from]);
}

describe('a locator that somebody types', () => {
  it('finds what it finds in a test', () => {
    expect(found("getByText('Save')")).toEqual([
      [1, 2],
      [3, 2],
    ]);
    expect(found('await terminal.getByText(/^\\s*save/i).last();')).toEqual([[3, 0]]);
    expect(found("terminal.getByText('Save').after('Settings').before(getByText('Account'))")).toEqual([
      [1, 2],
    ]);
    expect(found('getByStyle({ fg: "green" })')).toEqual([[1, 2]]);
    expect(found("region({ rows: [2, -1] }).getByText('Save', { exact: true })")).toEqual([[3, 2]]);
    expect(found("getByText('Save').filter({ hasText: /av/ }).nth(1)")).toEqual([[3, 2]]);
    expect(found("getByText('Save').or(row(0))")).toHaveLength(3);
  });

  it.each([
    ['', /a call such as getByText\('Save'\) is missing/],
    ["getByTxt('x')", /there is no getByTxt\(\)/],
    ["getByText('x'", /character 14: a comma or a bracket is missing/],
    ["getByText('')", /an empty text/],
    ['getByText(/(/)', /cannot be read at character 14/],
    ["getByRole('buton')", /'buton' is not a role/],
    ["'Save'", /it is no locator/],
    ['row(1) x', /something stands behind it/],
    ["getByText('a').and('b')", /and\(\) takes a locator/],
  ])('is refused with a sentence: %s', (text, sentence) => {
    expect(() => parseLocator(text)).toThrow(sentence);
  });
});
