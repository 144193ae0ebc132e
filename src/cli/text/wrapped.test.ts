import { describe, expect, it } from 'vitest';
import { wrapped } from './wrapped.js';

describe('a wrapped text', () => {
  const text = 'the quick brown fox jumps over the lazy dog';

  it('has its lines below the first, and none beyond the terminal', () => {
    expect(wrapped(text, 4, 30)).toBe('the quick brown fox jumps\n    over the lazy dog');
  });

  it('counts wide characters twice', () => {
    expect(wrapped('日本日本日本 日本日本日本 日本', 0, 24)).toBe('日本日本日本\n日本日本日本 日本');
  });

  it('is left as it is where it fits, where there is no terminal, or no room', () => {
    for (const width of [47, undefined, 20]) expect(wrapped(text, 4, width)).toBe(text);
  });
});
