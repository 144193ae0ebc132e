import { describe, expect, it } from 'vitest';
import { didYouMean, nearestName } from './nearest-name.js';

const names = ['doctor', 'ls', 'overview', 'help'];

describe('nearestName', () => {
  it.each([
    ['doctr', 'doctor'],
    ['dotcor', 'doctor'],
    ['DOCTOR', 'doctor'],
    ['doc', 'doctor'],
    ['sl', 'ls'],
    ['list', 'ls'],
    ['over', 'overview'],
    ['overveiw', 'overview'],
    ['x', undefined],
    ['', undefined],
    ['serve', undefined],
  ])('gives %j the name %j', (typed, name) => {
    expect(nearestName(typed, names)).toBe(name);
  });

  it('finds nothing among no names', () => {
    expect(nearestName('ls', [])).toBeUndefined();
  });

  it('compares nothing with a text that is as long as a book', () => {
    // Letter by letter this would not fit into memory.
    expect(nearestName('x'.repeat(2 ** 27), names)).toBeUndefined();
  });

  it('asks', () => {
    expect(didYouMean('hlep', names)).toBe("Did you mean 'help'?");
    expect(didYouMean('nothing-like-it', names)).toBeUndefined();
  });
});
