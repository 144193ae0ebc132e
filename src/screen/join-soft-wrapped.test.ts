import { describe, expect, it } from 'vitest';
import { joinSoftWrapped } from './join-soft-wrapped.js';

describe('joinSoftWrapped', () => {
  it('puts rows together where the next word did not fit', () => {
    expect(joinSoftWrapped(['please look at the', 'failing tests', 'now'], 20)).toBe(
      'please look at the failing tests\nnow',
    );
  });

  it('keeps lines apart that could have gone on', () => {
    expect(joinSoftWrapped(['one', 'two', '', 'three'], 20)).toBe('one\ntwo\n\nthree');
  });

  it('puts a word together that is longer than a row', () => {
    expect(joinSoftWrapped(['x'.repeat(20), 'x'.repeat(20), 'xx end'], 20)).toBe(`${'x'.repeat(42)} end`);
  });

  it('puts wide characters together without a space', () => {
    expect(joinSoftWrapped(['日本語日本語日本語', '日本'], 20)).toBe('日本語日本語日本語日本');
  });

  it('gives nothing for nothing', () => {
    expect(joinSoftWrapped([], 20)).toBe('');
    expect(joinSoftWrapped(['   '], 20)).toBe('');
  });
});
