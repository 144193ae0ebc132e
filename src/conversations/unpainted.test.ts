import { describe, expect, it } from 'vitest';
import { isUnpainted } from './unpainted.js';

const before = {
  width: 30,
  height: 4,
  rows: ['  The first line is quite long', '  and the second', '', '> '],
};

describe('isUnpainted', () => {
  it('sees that a narrower screen still shows what the wider one did', () => {
    const rows = ['  The first line is', '  and the second', '', '> '];
    expect(isUnpainted(before, { width: 20, height: 4, rows })).toBe(true);
  });

  it('sees that a wider screen has not been painted yet', () => {
    expect(isUnpainted(before, { ...before, width: 60 })).toBe(true);
  });

  it('knows a screen that the program has painted', () => {
    const rows = ['  The first line is', '  quite long and', '  the second', '> '];
    expect(isUnpainted(before, { width: 20, height: 4, rows })).toBe(false);
  });

  it('has nothing to say where the size is the same', () => {
    expect(isUnpainted(before, before)).toBe(false);
  });
});
