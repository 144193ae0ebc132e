import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SecretPlaces } from './secret-places.js';

function scrubbed(text: string, ...secrets: string[]): string {
  const data = Buffer.from(text);
  for (const { offset, length } of new SecretPlaces(secrets).find(data))
    data.fill('*', offset, offset + length);
  return data.toString();
}

describe('SecretPlaces', () => {
  it('finds every occurrence, byte for byte', () => {
    expect(scrubbed('a tok-en, tok-en!tok-en\ntok-e tok-en\n', 'tok-en')).toBe(
      'a ******, ******!******\ntok-e ******\n',
    );
    expect(scrubbed('x pässwört y', 'pässwört')).toBe('x ********** y');
    expect(scrubbed('a.b axb', 'a.b')).toBe('*** axb');
    expect(scrubbed('aaaa', 'aaa')).toBe('****');
  });

  it('finds secrets that overlap', () => {
    expect(scrubbed('abcdef ab', 'abcd', 'cdef')).toBe('****** ab');
  });

  it('finds a secret as JSON writes it', () => {
    const secret = 'a"b\\c/d\te\u0001f漢\u{1f600}';
    for (const text of [secret, JSON.stringify(secret).slice(1, -1)]) {
      expect(scrubbed(`{"text":"${text}"}`, secret)).toMatch(/^\{"text":"\*+"\}$/);
    }
    const escaped = 'a\\u0022b\\u005cc\\/d\\u0009e\\u0001f\\u6f22\\ud83d\\uDE00';
    expect(scrubbed(`{"text":"${escaped}"}`, secret)).toMatch(/^\{"text":"\*+"\}$/);
  });

  it('leaves JSON whole where an escape seems to begin a secret', () => {
    expect(scrubbed('{"text":"\\table"}', 'table')).toBe('{"text":"\\table"}');
    expect(scrubbed('{"text":"\\\\table"}', 'table')).toBe('{"text":"\\\\*****"}');
    expect(scrubbed('C:\\table', 'table')).toBe('C:\\*****');
  });

  it('finds a secret with colours in its midst, and leaves the colours', () => {
    expect(scrubbed('\x1b[1mto\x1b[31mk\x1b[0m\x1b[4men\x1b[0m', 'token')).toBe(
      '\x1b[1m**\x1b[31m*\x1b[0m\x1b[4m**\x1b[0m',
    );
    expect(scrubbed('{"text":"to\\u001b[31mken"}', 'token')).toBe('{"text":"**\\u001b[31m***"}');
    expect(scrubbed('to\x1b]8;;http://x\x07ken', 'token')).toBe('**\x1b]8;;http://x\x07***');
  });

  it('finds a secret with characters that no terminal shows, in its midst or its own', () => {
    expect(scrubbed('a t\x07o\0k\x7fen b', 'token')).toBe('a ******** b');
    expect(scrubbed('{"text":"to\\u0007ken"}', 'token')).toBe('{"text":"***********"}');
    expect(scrubbed('to\x07ken token to^Gken', 'to\x07ken')).toBe('****** ***** *******');
  });

  it('looks for the longer lines of a secret that has several', () => {
    expect(scrubbed('1 {\n2 "key": "value"\n3 }\n', '{\n"key": "value"\n}')).toBe(
      '1 {\n2 **************\n3 }\n',
    );
  });

  it('finds nothing of nothing', () => {
    expect(scrubbed('text', '')).toBe('text');
    expect(scrubbed('text')).toBe('text');
  });

  it('takes no line for JSON that only begins with a brace', () => {
    expect(scrubbed('{\\{\\', '{\\')).toBe('****');
  });

  it('leaves no secret, and everything else', () => {
    const secret = fc.string({ unit: fc.constantFrom(...'ab\\"/é{}[]$^'), minLength: 1, maxLength: 5 });
    const other = fc.string({ unit: fc.constantFrom(...'xyz *') });
    fc.assert(
      fc.property(secret, fc.array(other), (word, texts) => {
        const stars = '*'.repeat(Buffer.byteLength(word));
        expect(scrubbed(texts.join(word), word)).toBe(texts.join(stars));
      }),
    );
  });
});
