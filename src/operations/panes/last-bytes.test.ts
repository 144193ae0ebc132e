import { expect, it } from 'vitest';
import { lastBytes } from './last-bytes.js';

it.each([
  ['all', 10, 'all', false],
  ['one\ntwo\nthree\n', 12, 'two\nthree\n', true],
  ['one\ntwo\nthree\n', 10, 'two\nthree\n', true],
  ['one\ntwo\nthree\n', 9, 'three\n', true],
  ['no newline', 4, 'line', true],
  ['äöü', 3, 'ü', true],
  ['long line\n', 4, 'ine\n', true],
])('gives the end of %j in %i bytes', (text, bytes, wanted, cut) => {
  expect(lastBytes(text, bytes)).toEqual({ text: wanted, cut });
});
