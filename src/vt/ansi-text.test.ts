import { expect, it } from 'vitest';
import { ansiText } from './ansi-text.js';
import { styledRows } from './styled-rows.js';

it.each([
  'plain',
  '\x1b[1mbold\x1b[0m plain',
  '\x1b[1;2;3;4;7;9;31;44mall\x1b[0m',
  '\x1b[38;5;208mpalette\x1b[0m\x1b[48;2;1;2;3mmix\x1b[0m',
])('writes a row so that it is read as the same row: %j', (text) => {
  const [row = []] = styledRows(text);
  expect(ansiText(row)).toBe(text);
  expect(styledRows(ansiText(row))).toEqual([row]);
});

it('knows underlined and struck text, and where that ends', () => {
  const [row = []] = styledRows('\x1b[4mu\x1b[24mp\x1b[4:3mc\x1b[4:0mp\x1b[9ms\x1b[29mp\x1b[4;9mb\x1b[0mp');
  expect(row.map(({ text, underline, struck }) => [text, underline ?? false, struck ?? false])).toEqual([
    ['u', true, false],
    ['p', false, false],
    ['c', true, false],
    ['p', false, false],
    ['s', false, true],
    ['p', false, false],
    ['b', true, true],
    ['p', false, false],
  ]);
});
