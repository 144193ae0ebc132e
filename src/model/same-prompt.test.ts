import { describe, expect, it } from 'vitest';
import { isSamePrompt } from './same-prompt.js';

describe('isSamePrompt', () => {
  it.each([
    ['Name:', 'Name:', true],
    ['Name:', 'Name: Ada', true],
    ['Name: Ada', 'Name:', false],
    ['Name:', 'Age:', false],
    [undefined, undefined, true],
    [undefined, '', true],
    [undefined, 'Name:', false],
    ['Name:', undefined, false],
  ])('of %s and then %s says %s', (before, now, same) => {
    expect(isSamePrompt(before, now)).toBe(same);
  });
});
