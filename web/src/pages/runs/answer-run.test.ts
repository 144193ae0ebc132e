import { expect, it } from 'vitest';
import { menuKeys } from './answer-run.js';

const options = [
  { label: 'npm', selected: false },
  { label: 'pnpm', selected: true },
  { label: 'yarn', selected: false },
  { label: 'bun', selected: false },
];

it('chooses in a menu by the keys that lead to the option', () => {
  const keys = options.map((option) => menuKeys({ options, kind: 'key' }, option)?.join(' '));
  expect(keys).toEqual(['Up Enter', 'Enter', 'Down Enter', 'Down Down Enter']);
});

it('types the answer where a line is read, or the option has a number', () => {
  expect(menuKeys({ options, kind: 'line' }, { label: 'yarn' })).toBeUndefined();
  expect(menuKeys({ options, kind: 'key' }, { number: 2, label: 'yarn' })).toBeUndefined();
});
