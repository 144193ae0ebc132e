import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LinearPattern, withFlags } from './linear-pattern.js';

/** What matters of a match. */
function found(pattern: RegExp, text: string): unknown {
  return [...text.matchAll(pattern)].map((match) => [match.index, ...match, { ...match.groups }]);
}

function same(source: string, flags: string, text: string): void {
  const native = new RegExp(source, `${flags}g`);
  const linear = new LinearPattern(source, `${flags}g`);
  expect([source, flags, text, found(linear, text)]).toEqual([source, flags, text, found(native, text)]);
  expect(new LinearPattern(source, flags).test(text)).toBe(new RegExp(source, flags).test(text));
  expect(text.replace(linear, '<$&>')).toBe(text.replace(native, '<$&>'));
  expect(text.search(linear)).toBe(text.search(native));
}

describe('LinearPattern', () => {
  it.each([
    ['\\[Y/n\\]\\s*$', '', 'Continue? [Y/n] '],
    ['(?<key>\\w+)=(?<value>"[^"]*"|\\S+)', 'u', 'a=1 b="x y" c'],
    ['(?<=token )\\w{4,}', '', 'a token abcdef'],
    ['(?<!no )yes', 'i', 'no yes, YES'],
    ['a(?=b)', '', 'aaab'],
    ['(?!a)\\w', '', 'aab'],
    ['^(?!.*safe).*key.*$', 'm', 'a safe key\na key'],
    ['^❯[ \\u00a0](?=\\S)', 'u', '❯ x'],
    ['\\((?=[^)]*esc)(?=[^)]*\\d+ ?s)[^)]*\\)', 'i', '(a) (3s) (esc) (3s, esc)'],
    ['😀(?=x).', 'u', '😀y😀x'],
    ['(?:→ | {2})(?!\\()(\\S.*)$', '', '  (x  y'],
    ['^\\s*at .*$', 'm', 'x\n  at a\nat b'],
    ['\\p{Lu}\\P{L}+', 'u', 'aÄ1.2b'],
    ['\\p{Script=Greek}', 'u', 'abγ'],
    ['[^\\p{L}]', 'u', 'a1'],
    ['straße|ſ', 'iu', 'STRAẞE s'],
    ['.', 'u', '😀\u2028x'],
    ['.', 's', 'a\nb'],
    ['\\bfoo\\b', '', 'foo food foo'],
    ['a*?', '', 'aaa'],
    ['x*', '', 'aaxb'],
    ['(a)|(b)', '', 'ab'],
    ['[]', '', 'a'],
    ['\\u{1f600}+', 'u', 'x😀😀'],
    ['\\-\\"', '', '-"'],
    ['\\cA[\\b]', '', '\x01\b'],
  ])('matches %s (%s) as JavaScript does', (source, flags, text) => {
    same(source, flags, text);
  });

  it('matches random patterns as JavaScript does', () => {
    const atom = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\w', '\\s', 'ä', '\\b', '^', '$', '(?<=a)');
    const ahead = fc.constantFrom('', '', '', '(?!a)', '(?=.b)', '^(?!.*b)', 'a(?=b|x)', '\\b(?!x*$)');
    const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
      pattern: fc.oneof(
        { depthSize: 'small' },
        atom,
        fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => `${a}${b}`),
        fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => `(?:${a}|${b})`),
        tie('pattern').map((a) => `(?:${a}x)*`),
        fc
          .tuple(tie('pattern'), fc.constantFrom('?', '{1,3}', '+', '+?', '{2,}'))
          .map(([a, repeat]) => `(?:a${a})${repeat}`),
      ),
    }));
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'x', 'ä', ' ', '\n', '😀'), maxLength: 12 });
    fc.assert(
      fc.property(ahead, pattern, fc.constantFrom('u', 'iu', 'mu', 'su'), text, (first, rest, flags, value) =>
        same(`${first}${rest}`, flags, value),
      ),
      { numRuns: 2_000 },
    );
  });

  it('is at once through with what another engine never ends', () => {
    const text = `${'a'.repeat(50_000)}!`;
    for (const source of ['^(a+)+$', '(a|aa)+$', '(a|a)*b', '(.*a){12}$', '^(\\w+\\s?)*$', '(x+x+)+y'])
      expect([source, new LinearPattern(source).test(text)]).toEqual([source, false]);
  });

  it.each([
    ['a+(?=b)', 'a lookahead that is not at a fixed place'],
    ['(?:(?!a)b)+', 'a lookahead that is not at a fixed place'],
    ['(?=a)b|c', 'a lookahead that is not at a fixed place'],
    ['(a)\\1', 'a backreference'],
    ['a{5000}', 'a repetition of more than 1000'],
    ['((…(a)…))', 'something that is too large or too deep'],
    ['(?:(?:a{99}){99}){99}', 'something that is too large or too deep'],
    ['(?:[ab]{999}c){2}[ab]{99}', 'something that is too large or too deep'],
    ['(?:[ab]{500}c|[ab]{700}d|[ab]{900}e)', 'a repetition that makes it too large'],
  ])('refuses %s', (text, construct) => {
    const source = text.replace(/\(…/, '('.repeat(5_000)).replace(/…\)/, ')'.repeat(5_000));
    expect(() => new LinearPattern(source)).toThrowError(
      expect.objectContaining({ code: 'PATTERN_NOT_LINEAR', details: { construct } }),
    );
  });

  it('refuses to begin what would take too long', () => {
    const pattern = new LinearPattern('[ab]{900}c');
    expect(pattern.test('ab'.repeat(1_000))).toBe(false);
    expect(() => pattern.test('ab'.repeat(1_000_000))).toThrowError(
      expect.objectContaining({ code: 'PATTERN_TOO_COSTLY' }),
    );
  });

  it('stays what it is with other flags', () => {
    const sticky = withFlags(new LinearPattern('a|b', 'u'), 'uy');
    expect(sticky).toBeInstanceOf(LinearPattern);
    sticky.lastIndex = 1;
    expect(sticky.exec('xbx')?.[0]).toBe('b');
    expect(sticky.lastIndex).toBe(2);
    expect(sticky.exec('xbx')).toBeNull();
    expect(sticky.lastIndex).toBe(0);
    expect(withFlags(/a/, 'g')).not.toBeInstanceOf(LinearPattern);
  });
});
