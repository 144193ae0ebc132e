import { describe, expect, it } from 'vitest';
import { lineDiff } from './line-diff.js';

describe('lineDiff', () => {
  it('shows what went and what came, with the lines around it', () => {
    const before = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].join('\n');
    const after = ['a', 'x', 'b', 'c', 'd', 'e', 'f', 'g', 'i'].join('\n');
    expect(lineDiff(before, after)).toBe(' a\n+x\n b\n c\n…\n f\n g\n-h\n i\n');
  });

  it('is empty where nothing changed', () => {
    expect(lineDiff('a\nb\n', 'a\nb\n')).toBe('');
  });

  it('shows a new file whole', () => {
    expect(lineDiff('', 'a\nb\n')).toBe('+a\n+b\n');
  });
});
