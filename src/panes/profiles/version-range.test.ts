import { describe, expect, it } from 'vitest';
import { inVersionRange, isVersionRange } from './version-range.js';

describe('inVersionRange', () => {
  it.each([
    ['2.1.197', '>=2.1.0 <3', true],
    ['2.1.0', '>=2.1.0 <3', true],
    ['2.0.9', '>=2.1.0 <3', false],
    ['3.0.0', '>=2.1.0 <3', false],
    ['3.0.0-beta.1', '>=2.1.0 <3', false],
    ['0.166.0', '*', true],
    ['2.1.5', '2.1', true],
    ['2.2.0', '2.1', false],
    ['2.1.5', '=2.1.5', true],
    ['2.1.9', '<=2.1', true],
    ['2.2.0', '<=2.1', false],
    ['2.1.9', '>2.1', false],
    ['2.2.0', '>2.1', true],
    ['1.5.0', '<1 || >=1.4', true],
    ['1.2.0', '<1 || >=1.4', false],
    ['2.1.0', '>= 2.1.0', true],
    ['v2.1.0', '>=v2.1', true],
    ['codex-cli 0.166.0', '>=0.100 <1', true],
    ['nonsense', '*', false],
  ])('says for %s in %s: %s', (version, range, inside) => {
    expect(inVersionRange(version, range)).toBe(inside);
  });

  it('knows what is a range', () => {
    for (const range of ['*', '>=1 <2', '1.2.3', '<1||>2']) expect(isVersionRange(range)).toBe(true);
    for (const range of ['', 'latest', '^1.2', '>=1 <x', '1.2.3.4', '|| 1'])
      expect(isVersionRange(range)).toBe(false);
  });
});
