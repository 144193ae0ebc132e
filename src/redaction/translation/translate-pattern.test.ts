import { describe, expect, it } from 'vitest';
import { isMuxError } from '../../model/mux-error.js';
import { awkString } from './awk-string.js';
import { translatePattern } from './translate-pattern.js';

describe('a pattern for perl', () => {
  it('holds nothing that perl would take for a variable or for its end', () => {
    const { source } = translatePattern(/$foo|@bar{}[$@/#'"]x\/~ !%&-=:;<>,`_/, 'perl');
    expect(source).toMatch(/^[\w\\{}()[\]|?:^*+.=!<,-]*$/);
    expect(source.replace(/\(\?<?[=!:]|\\z/g, '')).not.toMatch(/[$@/#'"`<>&%~; ]/);
  });

  it.each([
    [/a.b/, 'a[^\\x{a}\\x{d}\\x{2028}-\\x{2029}]b'],
    [/a.b/s, 'a(?s:.)b'],
    [/^\d+$/, '\\A[0-9]+\\z'],
    [/aé/i, '[Aa][\\x{c9}\\x{e9}]'],
    [/(?<q>["'])x\k<q>/, '([\\x{22}\\x{27}])x\\g{-1}'],
    [/(a)(b)\2/, 'a(b)\\g{-1}'],
    [/\u{1f600}\x41\cI/u, '\\x{1f600}A\\x{9}'],
    [/\x41\t\ud83d\ude00/, 'A\\x{9}\\x{1f600}'],
    [/😀+?/u, '\\x{1f600}+?(?:(?!\\z)|\\z)'],
    [/(?<=a|bc)d(?!e)/, '(?<=a|bc)d(?!e)'],
  ])('is written in what every perl knows: %s', (pattern, expected) => {
    expect(translatePattern(pattern, 'perl').source).toBe(expected);
  });
});

describe('a pattern for awk', () => {
  it.each([
    [/a{2,4}b{3,}/, 'aa(aa?)?bbb+'],
    [/\bab\b/, 'ab'],
    [/a(?:b|)c/, 'a(b)?c'],
    [/[\]^\\-]/, '[]\\\\^-]'],
    [/[-^]x/, '[-^]x'],
    [/\^\\\.\{/, '\\^\\\\[.][{]'],
    [/é/, '\xc3\xa9'],
    [/[à-ü]/, '\xc3[\xa0-\xbc]'],
    [/ab/i, '[Aa][Bb]'],
    [/x[^\0- ]*/, 'x[]!-,.-Z_-\xff\\\\[^-]*'],
  ])('works on bytes, without counts: %s', (pattern, expected) => {
    expect(translatePattern(pattern, 'awk').source).toBe(expected);
  });

  it('says where the longest matches one after the other would not do', () => {
    expect(translatePattern(/key=\w+/, 'awk').careful).toBeUndefined();
    expect(translatePattern(/ab|abc|cd/, 'awk').careful).toBe(true);
    expect(translatePattern(/k.*?;/, 'awk').careful).toBe(true);
  });

  it('becomes a string of plain ASCII', () => {
    expect(awkString('a"\\\xc3\n')).toBe('"a\\"\\\\\\303\\012"');
  });
});

describe('what a pattern must contain', () => {
  it.each([
    [/sk-[a-z]+/, ['sk-']],
    [/gh[ps]_\w+/, ['ghp_', 'ghs_']],
    [/Pass(?:word)?=\S+/i, ['pass=', 'password=']],
    [/a(?:foo|bar)z?\d/, ['afoo', 'abar']],
    [/(?:foo|\d)x/, ['x']],
    [/éabc\d+xyz/, ['abc']],
    [/\d+/, undefined],
    [/foo|\d/, undefined],
  ])('is known: %s', (pattern, expected) => {
    expect(translatePattern(pattern, 'perl').literals).toEqual(expected);
  });
});

describe('a pattern that cannot be translated', () => {
  it.each([
    ['perl', /(?<=a+)b/, 'a lookbehind without a fixed length'],
    ['perl', /(?:(a)|b)\1/, 'a backreference to a group that may not have matched'],
    ['perl', /(?:a*?)*b/, 'a repeated part that can be empty'],
    ['perl', /a{40000}/, 'a repetition of more than 32766'],
    ['perl', /a*/, 'nothing that must be there'],
    ['perl', /a\nb/, 'a line feed'],
    ['perl', /\p{L}+x/u, '\\p{…}'],
    ['perl', compiled('[[a-z]--[aeiou]]', 'v'), 'a set operation of the v flag'],
    ['perl', /[\ud83d]/, 'half of a surrogate pair'],
    ['awk', /(?=a)b/, 'a lookahead'],
    ['awk', /(?<!a)b/, 'a lookbehind'],
    ['awk', /(a)\1/, 'a backreference'],
    ['awk', /a\b-b/, 'a word boundary or an anchor in its middle'],
    ['awk', /a(?:^|b)c/, 'an anchor in its middle'],
    ['awk', /(?:\d{50}){50}/, 'too many counted rounds'],
    ['awk', /a\0/, 'a zero byte'],
    ['awk', compiled('a[]'), 'an empty class'],
  ] as const)('is refused for %s, with the reason: %s', (dialect, pattern, construct) => {
    expect(() => translatePattern(pattern, dialect)).toThrow(
      expect.objectContaining({
        code: 'PATTERN_NOT_TRANSLATABLE',
        message: expect.stringContaining(`uses ${construct}`),
        suggestion: expect.any(String),
      }),
    );
  });

  it('is not quoted, because it may be a secret', () => {
    try {
      translatePattern(/hunter2\nhunter3/, 'perl');
      expect.unreachable();
    } catch (error) {
      expect(
        isMuxError(error) && JSON.stringify([error.message, error.suggestion, error.details]),
      ).not.toContain('hunter');
    }
  });
});

/** For what the compiler or the linter does not want to see in a literal. */
function compiled(source: string, flags = ''): RegExp {
  return new RegExp(source, flags);
}
