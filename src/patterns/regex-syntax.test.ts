import { describe, expect, it } from 'vitest';
import { has, LAST_CHARACTER } from './character-set.js';
import { parseRegex } from './regex-syntax.js';

/** All of Latin, Greek and Cyrillic, some spaces and signs, and an emoji. */
const characters = [
  ...Array.from({ length: 0x530 }, (_, character) => character),
  ...[
    0x1680, 0x1e9e, 0x2000, 0x200b, 0x2028, 0x20ac, 0x2126, 0x212a, 0x212b, 0x3000, 0xfeff, 0xfffd, 0x1f600,
  ],
];

describe('a class or an escape', () => {
  it.each(
    [
      ['.', ['', 's', 'u', 'i']],
      ['\\d', ['', 'i', 'u', 'iu']],
      ['\\w', ['', 'i', 'u', 'iu']],
      ['\\W', ['', 'i', 'u', 'iu']],
      ['\\s', ['', 'u']],
      ['\\S', ['', 'iu']],
      ['[^\\W_]', ['', 'i', 'u', 'iu']],
      ['[\\s\\S]', ['', 'u', 'v']],
      ['[^]', ['', 'u']],
      ['[^a-f\\d]', ['', 'i', 'iu', 'v']],
      ['[k-sß]', ['i', 'iu']],
      ['[α-ωà-ü]', ['', 'i', 'iu']],
      ['ſ', ['i', 'iu']],
      ['k', ['i', 'iu']],
      ['Å', ['i', 'iu']],
      ['[\\]\\\\^-]', ['', 'u']],
      ['[-a]', ['', 'u']],
      ['[a\\-z]', ['', 'u', 'v']],
      ['[\\w-a-z]', ['']],
      ['[\\b\\t\\v\\f]', ['', 'u']],
      ['\\x41', ['', 'i']],
      ['\\u0416', ['', 'i', 'u']],
      ['\\u{1f600}', ['u', 'v']],
      ['\\ud83d\\ude00', ['u']],
      ['\\cJ', ['', 'u']],
      ['[\\c1]', ['']],
      ['\\101', ['']],
      ['[\\101\\8]', ['']],
      ['\\0', ['', 'u']],
      ['\\/', ['', 'u']],
      ['\\-', ['']],
      ['\\q', ['']],
      [']', ['']],
      ['{', ['']],
      ['\\k', ['']],
    ].flatMap(([source, flags]) => [...(flags ?? [])].map((flag) => [String(source), flag])),
  )('holds the characters that the engine matches: /%s/%s', (source = '', flags = '') => {
    const node = parseRegex(new RegExp(source, flags));
    const whole = new RegExp(`^(?:${source})$`, flags);
    if (node.type !== 'set') throw new Error(`It is a ${node.type}.`);
    const { set } = node;
    const points = characters.filter((character) => character <= 0xffff || /[uv]/.test(flags));
    const wrong = points.filter(
      (character) => has(set, character) !== whole.test(String.fromCodePoint(character)),
    );
    expect(wrong).toEqual([]);
    expect(set.every(([first, last]) => first <= last && last <= LAST_CHARACTER)).toBe(true);
  });
});

describe('a pattern as a tree', () => {
  it('tells groups, references and repetitions', () => {
    expect(parseRegex(/(?<a>x)(?:y){2,}?\k<a>|$/)).toMatchObject({
      type: 'choice',
      branches: [
        {
          type: 'sequence',
          items: [
            { type: 'group', index: 1 },
            { type: 'repeat', min: 2, max: Number.POSITIVE_INFINITY, lazy: true },
            { type: 'backreference', index: 1 },
          ],
        },
        { type: 'assertion', kind: 'end' },
      ],
    });
  });

  it('takes a brace that counts nothing for itself', () => {
    expect(parseRegex(/a{,2}/)).toMatchObject({ type: 'sequence', items: { length: 5 } });
  });
});
