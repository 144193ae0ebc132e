import { expect, it } from 'vitest';
import { clockText } from '../recordings/clock-text.js';
import { bytesText } from './bytes-text.js';

it('shows sizes in the unit that keeps them short', () => {
  const shown = [640, 12_300, 3_400_000, 2_100_000_000].map(bytesText);
  expect(shown).toEqual(['640 B', '12 KB', '3.4 MB', '2.1 GB']);
});

it('shows a position like a player does', () => {
  expect([7, 760.9, 3_723, -2].map(clockText)).toEqual(['0:07', '12:40', '1:02:03', '0:00']);
});
