import { describe, expect, it } from 'vitest';
import { shownText } from './shown-text.js';

describe('a text in a sentence', () => {
  it.each([
    ['plain', 'plain'],
    ['it\'s "quoted" \\ 名前 🎉', 'it\'s "quoted" \\ 名前 🎉'],
    ['two\r\nlines\t', 'two\\r\\nlines\\t'],
    ['\0\u001b[31m\u007f\u009b', '\\u0000\\u001b[31m\\u007f\\u009b'],
    // Turns what follows around, in a terminal that knows such writing.
    ['a\u202eb', 'a\\u202eb'],
    ['\ud800', '\\ud800'],
    ['\u{e0001}', '\\u{e0001}'],
  ])('is shown in one line, %j', (text, shown) => {
    expect(shownText(text)).toBe(shown);
  });

  it('is cut where it is long', () => {
    expect(shownText('x'.repeat(1_000_000))).toBe(`${'x'.repeat(80)}…`);
    expect(shownText('x'.repeat(11), 10)).toBe(`${'x'.repeat(10)}…`);
    expect(shownText('x'.repeat(10), 10)).toBe('x'.repeat(10));
  });
});
