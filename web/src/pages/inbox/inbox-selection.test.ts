import { describe, expect, it } from 'vitest';
import { keptSelection, movedSelection, newcomers } from './inbox-selection.js';

const list = (...ids: string[]) => ids.map((id) => ({ id }));

describe('the selection in the inbox', () => {
  it('moves by one and stops at the ends', () => {
    const items = list('a', 'b', 'c');
    expect(movedSelection(items, undefined, 1)).toBe('a');
    expect(movedSelection(items, undefined, -1)).toBe('c');
    expect(movedSelection(items, 'a', 1)).toBe('b');
    expect(movedSelection(items, 'c', 1)).toBe('c');
    expect(movedSelection([], 'a', 1)).toBeUndefined();
  });

  it('stays where it is while the list changes around it', () => {
    expect(keptSelection(list('a', 'b'), list('x', 'a', 'b', 'c'), 'b')).toBe('b');
  });

  it('goes to the next one when the selected one was answered', () => {
    expect(keptSelection(list('a', 'b', 'c'), list('a', 'c'), 'b')).toBe('c');
    expect(keptSelection(list('a', 'b', 'c'), list('a', 'b'), 'c')).toBe('b');
    expect(keptSelection(list('a'), [], 'a')).toBeUndefined();
    expect(keptSelection([], list('a', 'b'), undefined)).toBe('a');
  });

  it('knows which came since', () => {
    expect(newcomers(list('a'), list('b', 'a', 'c'))).toEqual(list('b', 'c'));
  });
});
