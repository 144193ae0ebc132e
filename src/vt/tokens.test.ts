import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutSequences } from './sequences.js';
import { type Token, Tokenizer, tokensOf } from './tokens.js';

/** A token in few words. */
function named(token: Token): string {
  switch (token.kind) {
    case 'control':
      return `control ${JSON.stringify(token.character)}`;
    case 'csi':
      return `csi ${token.marker}${token.parameters}${token.intermediates}${token.final}`;
    case 'escape':
      return `escape ${token.intermediates}${token.final}`;
    case 'string':
      return `string ${token.opener} ${token.text}${token.cancelled ? ' cancelled' : ''}`;
    default:
      return `${token.kind} ${JSON.stringify(token.raw)}`;
  }
}

/** Neighbours that only differ in where the output was cut are put together. */
function joined(tokens: readonly Token[]): Token[] {
  const all: Token[] = [];
  for (const token of tokens) {
    const last = all.at(-1);
    if (last?.kind === token.kind && (token.kind === 'text' || token.kind === 'ignored'))
      all[all.length - 1] = { ...token, raw: last.raw + token.raw };
    else all.push(token);
  }
  return all;
}

function inPieces(text: string, sizes: readonly number[]): Token[] {
  const tokenizer = new Tokenizer();
  const tokens: Token[] = [];
  let at = 0;
  for (const size of [...sizes, text.length]) {
    tokens.push(...tokenizer.push(text.slice(at, at + size)));
    at += size;
  }
  const rest = tokenizer.end();
  return joined(rest === '' ? tokens : [...tokens, { kind: 'ignored', raw: rest }]);
}

const piece = fc.constantFrom(
  ...['\x1b', '[', ']', 'P', 'X', '^', '_', 'k', '\\', '\x07', '\x18', '\x1a', '\x7f', '\n', '\b', '\x0e'],
  ...[
    '?',
    '>',
    '1',
    ';',
    ':',
    '38',
    '$',
    ' ',
    '(',
    '0',
    'B',
    'm',
    'h',
    'H',
    'tmux;',
    'word',
    'é',
    '日',
    '\x9b',
  ],
  ...['\x1b[', '\x1b]0;', '\x1bP', '\x1b\\', '\x1b[31m', '\x1b[?1049h', '\x1b(0', '\x1b_G'],
);
const output = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));

describe('Tokenizer', () => {
  it.each<[string, string, string[]]>([
    ['text and colours', 'a\x1b[1;38:5:2mb', ['text "a"', 'csi 1;38:5:2m', 'text "b"']],
    ['markers and intermediates', '\x1b[?2026$p\x1b[3 q', ['csi ?2026$p', 'csi 3 q']],
    ['short sequences', '\x1b7\x1b(0\x1b#8', ['escape 7', 'escape (0', 'escape #8']],
    ['an OSC that BEL ends', '\x1b]0;t\x07a', ['string ] 0;t', 'text "a"']],
    ['an OSC that ST ends', '\x1b]0;t\x1b\\a', ['string ] 0;t', 'text "a"']],
    ['an OSC that a sequence ends', '\x1b]0;t\x1b[ma', ['string ] 0;t', 'csi m', 'text "a"']],
    ['an OSC over two lines', '\x1b]0;a\nb\x07', ['string ] 0;ab']],
    ['an OSC that is cancelled', '\x1b]0;t\x18a', ['string ] 0;t cancelled', 'text "a"']],
    ['strings that BEL does not end', '\x1bka\x07b\x1b\\\x1b_c\x07d\x1b\\', ['string k ab', 'string _ cd']],
    [
      'a DCS, inside of which ESC may stand',
      '\x1bPtmux;\x1b\x1b[1m\x1b\\a',
      ['string P tmux;\x1b\x1b[1m', 'text "a"'],
    ],
    ['a DCS with a bad head', '\x1bP1:2qa\x1b[mb', ['string P 1:2qa', 'csi m', 'text "b"']],
    ['a control inside a sequence', '\x1b[3\n1ma', ['control "\\n"', 'csi 31m', 'text "a"']],
    ['what is beyond ASCII inside a sequence', '\x1b[3é1ma', ['csi 31m', 'text "a"']],
    ['a sequence inside a sequence', '\x1b[3\x1b[1ma', ['ignored "\\u001b[3"', 'csi 1m', 'text "a"']],
    [
      'a sequence that is cancelled',
      '\x1b[3\x18a',
      ['control "\\u0018"', 'ignored "\\u001b[3\\u0018"', 'text "a"'],
    ],
    ['malformed sequences', '\x1b[1?m\x1b[1 2ma', ['ignored "\\u001b[1?m\\u001b[1 2m"', 'text "a"']],
    ['a sequence with too many parameters', `\x1b[${'1;'.repeat(40)}ma`, ['ignored', 'text "a"']],
  ])('reads %s', (_, text, tokens) => {
    expect(joined(tokensOf(text)).map(named)).toEqual(tokens.map((token) => expect.stringContaining(token)));
  });

  it('reads the same however output is cut, and loses nothing of it', () => {
    fc.assert(
      fc.property(output, fc.array(fc.nat(12), { maxLength: 30 }), (text, sizes) => {
        const whole = joined(tokensOf(text));
        expect(inPieces(text, sizes)).toEqual(whole);
        expect(whole.map(({ raw }) => raw).join('')).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['an OSC', '\x1b]52;c;', '\x07'],
    ['a DCS', '\x1bPq', '\x1b\\'],
    ['a window name', '\x1bk', '\x1b\\'],
    ['a control sequence', '\x1b[', 'm'],
  ])('keeps little of %s that does not end', (_, begin, end) => {
    const tokenizer = new Tokenizer();
    tokenizer.push(begin);
    const pieces = Array.from({ length: 1_000 }, () => tokenizer.push('1'.repeat(1_000)));
    expect(pieces.flat().every(({ kind }) => kind === 'ignored')).toBe(true);
    expect(tokenizer.end().length).toBeLessThan(70_000);
    tokenizer.push(begin);
    tokenizer.push('1'.repeat(100_000));
    expect(tokenizer.push(`${end}x`).at(-1)).toEqual({ kind: 'text', raw: 'x' });
  });

  it('agrees with the expression for escape sequences', () => {
    // Strings that end as the expression has it, on one line, and sequences that are whole and sound.
    const sound = fc.constantFrom(
      ...[
        'word',
        'é日',
        ' ',
        '\t',
        '\x1b[31m',
        '\x1b[?25l',
        '\x1b[1;2H',
        '\x1b(B',
        '\x1b7',
        '\x1b]0;t\x07',
        '\x1b]8;;u\x1b\\',
      ],
      ...[
        '\x1bkname\x1b\\',
        '\x1b_Gx\x1b\\',
        '\x1bP1$r\x1b\\',
        '\x1b^p\x1b\\',
        '\x1bXs\x1b\\',
        '\x1b]0;open\x1b[m',
        '\r',
        '\x07',
      ],
    );
    fc.assert(
      fc.property(fc.array(sound), (pieces) => {
        const text = pieces.join('');
        const shown = tokensOf(text).filter(({ kind }) => kind === 'text' || kind === 'control');
        expect(withoutSequences(text)).toBe(shown.map(({ raw }) => raw).join(''));
      }),
    );
  });
});
