import { describe, expect, it } from 'vitest';
import { checkKey } from './keys.js';

describe('checkKey', () => {
  it.each([
    'Enter',
    'escape',
    'Up',
    'F12',
    'C-c',
    'M-x',
    'C-M-Up',
    'S-F5',
    '^C',
    'BSpace',
    'DC',
    'a',
    'é',
    ';',
    '-',
    'C--',
    '^',
    '0x41',
  ])('takes %s', (key) => {
    expect(checkKey(key)).toBe(key);
  });

  it.each([
    ['Entre', /Enter/],
    ['Return', /'Enter'/],
    ['ESC', /'Escape'/],
    ['Ctrl-C', /'C-C'/],
    ['alt+x', /'M-x'/],
    ['F13', /names/],
    ['hello', /sendText/],
    ['', /names/],
    ['\n', /names/],
  ])('refuses %j and says what to use', (key, suggestion) => {
    expect(() => checkKey(key)).toThrow(
      expect.objectContaining({ code: 'UNKNOWN_KEY', suggestion: expect.stringMatching(suggestion) }),
    );
  });
});
