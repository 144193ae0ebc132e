import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractVerificationSnippet, showsSnippet } from './verification-snippet.js';

const line = 'please look at the failing test and mend it';

describe('extractVerificationSnippet', () => {
  it('gives the last line that is not empty [B12, B54]', () => {
    expect(extractVerificationSnippet(`first line of the text\n${line}\n\n   \n`)).toBe(line);
    expect(extractVerificationSnippet(`first line of the text\r\n${line}\r\n`)).toBe(line);
  });

  it('cuts it to its last 60 characters [B54]', () => {
    const text = 'x'.repeat(100) + 'y'.repeat(60);
    expect(extractVerificationSnippet(text)).toBe('y'.repeat(60));
    expect(extractVerificationSnippet('🙂'.repeat(100))).toBe('🙂'.repeat(60));
  });

  it('gives null where the last line has fewer than 15 characters, however long the text [B55]', () => {
    expect(extractVerificationSnippet(`${line}\n${'a'.repeat(14)}`)).toBeNull();
    expect(extractVerificationSnippet(`${line}\n${'a'.repeat(15)}`)).toBe('a'.repeat(15));
    expect(extractVerificationSnippet('ab\n'.repeat(1_000))).toBeNull();
  });

  it('gives null for text under 40 characters [B56]', () => {
    expect(extractVerificationSnippet('x'.repeat(39))).toBeNull();
    expect(extractVerificationSnippet('x'.repeat(40))).toBe('x'.repeat(40));
    expect(extractVerificationSnippet('🙂'.repeat(39))).toBeNull();
  });

  it('gives null for empty text and for blanks of any length [B57]', () => {
    for (const text of ['', ' ', '\n', ' '.repeat(100), '\n\t \r\n'.repeat(50)]) {
      expect(extractVerificationSnippet(text)).toBeNull();
    }
  });

  it('gives an end of a line of the text of 15 to 60 characters, or nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        const snippet = extractVerificationSnippet(text);
        if (snippet === null) return;
        expect(text).toContain(snippet);
        expect([...snippet].length).toBeGreaterThanOrEqual(15);
        expect([...snippet].length).toBeLessThanOrEqual(60);
      }),
    );
  });
});

describe('showsSnippet', () => {
  it('finds a snippet that the program wrapped', () => {
    expect(showsSnippet('please look at the failing\ntest and mend it', line)).toBe(true);
    expect(showsSnippet('please look at the fai\n  ling test and mend it', line)).toBe(true);
    expect(showsSnippet('please look at the passing test', line)).toBe(false);
  });
});
