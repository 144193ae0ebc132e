import { describe, expect, it } from 'vitest';
import { showsText, squeeze, tailOf } from './text-match.js';

describe('showsText', () => {
  it('does not mind how a program wraps and pads', () => {
    expect(showsText('look at  the\n  failing test', 'look at the failing test')).toBe(true);
    expect(showsText('look at the', 'failing test')).toBe(false);
  });

  it('goes by the letters where a terminal cannot show the rest', () => {
    expect(showsText('family _____ is here', 'family 👨‍👩‍👧 is here')).toBe(true);
    expect(showsText('abc', '!?')).toBe(false);
  });

  it('finds nothing in nothing', () => {
    expect(showsText('anything', '  ')).toBe(false);
  });
});

it('knows the end of a text without its spaces', () => {
  expect(tailOf('one two three', 8)).toBe('twothree');
  expect(squeeze(' a\u200b b\u00a0c ')).toBe('abc');
});
