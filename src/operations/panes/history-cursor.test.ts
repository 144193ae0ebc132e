import { expect, it } from 'vitest';
import { findPosition, formatHistoryCursor, parseHistoryCursor } from './history-cursor.js';

const lines = Array.from({ length: 40 }, (_, n) => `line ${n}`);

it.each([0, 1, 3, 6, 20, 40])('finds the place behind %i lines again, also where more has come', (end) => {
  const position = parseHistoryCursor(formatHistoryCursor(lines, end));
  expect(findPosition(lines, position)).toBe(end);
  expect(findPosition([...lines, 'more', 'and more'], position)).toBe(end);
});

it('finds it where the oldest lines were forgotten meanwhile', () => {
  const position = parseHistoryCursor(formatHistoryCursor(lines, 30));
  expect(findPosition(lines.slice(7), position)).toBe(23);
});

it('takes the place itself where the same lines come again and again', () => {
  const same = Array.from({ length: 40 }, () => 'y');
  expect(findPosition(same, parseHistoryCursor(formatHistoryCursor(same, 25)))).toBe(25);
});

it('does not know it where the lines are gone', () => {
  const position = parseHistoryCursor(formatHistoryCursor(lines, 30));
  expect(findPosition(['something', 'else'], position)).toBeUndefined();
  expect(findPosition([], position)).toBeUndefined();
  expect(findPosition(lines.slice(28), position)).toBeUndefined();
});

it.each(['', 'h1', 'h1.5', 'h1.-1.', 'h1.5.xyz', 'h1.99999999999.', 'h2.0.', 'h1.0.\n'])(
  'refuses %j, which is no cursor',
  (cursor) => {
    expect(() => parseHistoryCursor(cursor)).toThrow("'since' is not a cursor of pane.read.");
  },
);
