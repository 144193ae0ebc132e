import { expect, it } from 'vitest';
import { screenFromCapture } from '../../screen/screen-from-capture.js';
import { changedRows, newCells } from './new-cells.js';

const before = screenFromCapture('one\ntwo', { width: 10, height: 3 });

it('tells new text from text that was there, also where it has scrolled', () => {
  const scrolled = screenFromCapture('two\ntwo\nnew', { width: 10, height: 3, historySize: 1 });
  const isNew = newCells(before, scrolled);
  expect([isNew(0, 0), isNew(1, 0), isNew(2, 0)]).toEqual([false, true, true]);
});

it('takes another style and another screen for new', () => {
  expect(newCells(before, screenFromCapture('\x1b[1mone\x1b[0m\ntwo', { width: 10, height: 3 }))(0, 0)).toBe(
    true,
  );
  expect(newCells(before, { ...before, alternate: true })(0, 0)).toBe(true);
  expect(newCells(before, before)(0, 0)).toBe(false);
});

it('counts rows that differ, also where text is gone', () => {
  expect(changedRows(before, screenFromCapture('one', { width: 10, height: 3 }))).toBe(1);
  expect(changedRows(before, before)).toBe(0);
});
