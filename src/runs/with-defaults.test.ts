import { expect, it } from 'vitest';
import { withDefaults } from './with-defaults.js';

it('takes an option that is undefined for one that was not given', () => {
  expect(withDefaults({ a: 1, b: 2 }, { a: undefined, b: 3, c: 0 })).toEqual({ a: 1, b: 3, c: 0 });
});
