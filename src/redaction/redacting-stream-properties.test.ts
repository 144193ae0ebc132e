import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LiveRedactor } from './live-redactor.js';
import { RedactingStream } from './redacting-stream.js';
import { bytesOfText } from './text-of-bytes.js';

/** Some output, and what of it may be shown. */
interface Part {
  readonly printed: Buffer;
  readonly shown: Buffer;
}

/** A secret is made of letters that nothing else has: none of them may ever be shown. */
const word = fc.array(fc.constantFrom('Q', 'W', 'X', 'Y', 'Z', 'ü', '日', '🚀'), {
  minLength: 4,
  maxLength: 8,
});
const line = fc
  .array(word, { minLength: 1, maxLength: 4 })
  .map((words) => words.map((each) => each.join('')));
const secretOf = fc
  .array(line, { minLength: 1, maxLength: 3 })
  .map((lines) => lines.map((words) => words.join(' ')));

const SEQUENCES = ['\x1b[31m', '\x1b[0m', '\x1b(B', '\x1b[2;5H', '\x1b[2J', '\x1bM', '\x1b]0;12\x07'];
const plain = fc
  .oneof(
    { weight: 20, arbitrary: fc.constantFrom(' ', '.', 'é', '本', '7', '\r\n', '\n', '\t', '\x07') },
    { weight: 20, arbitrary: fc.constantFrom(...SEQUENCES) },
    { weight: 1, arbitrary: fc.constantFrom('1 '.repeat(4_500), '12'.repeat(4_500)) },
  )
  .map((text) => Buffer.from(text));
const broken = fc.constantFrom([0xff], [0xc3], [0xe6, 0x97], [0xf0, 0x9f, 0x9a], [0xed, 0xa0, 0x80]);
const filler = fc
  .array(fc.oneof({ weight: 4, arbitrary: plain }, { weight: 1, arbitrary: broken.map(Buffer.from) }), {
    maxLength: 4,
  })
  // Digits around it: no letter of a secret stands beside what is not a part of it.
  .map((parts) => Buffer.concat([Buffer.from('1'), ...parts, Buffer.from('2')]));

function outputWith(lines: readonly string[], { almost = true } = {}): fc.Arbitrary<Part[]> {
  const between = fc.constantFrom('', '', '', '\x1b[1m', '\x1b[38;5;12m', '\x0f', '\0');
  const styled = (text: string): fc.Arbitrary<string> =>
    fc
      .array(between, { minLength: text.length, maxLength: text.length })
      .map((codes) => [...text].reduce((all, letter, at) => all + (codes[at] ?? '') + letter));
  const end = fc.constantFrom('\n', '\r\n');
  const whole = fc
    .tuple(end, ...lines.map(styled))
    .map(([newline, ...each]) => part(each.join(newline), lines.map(() => '****').join(newline)));
  const title = fc.constantFrom(...lines).map((text) => part(`\x1b]0;3${text}4\x07`, '\x1b]0;3****4\x07'));
  const cut = fc.constantFrom(...lines).map((text) => {
    const begun = [...text].slice(0, -1).join('');
    return lines.some((each) => begun.includes(each)) ? part('', '') : part(begun, begun);
  });
  const other = filler.map((bytes) => ({ printed: bytes, shown: bytes }));
  const some = fc.oneof(
    { weight: 3, arbitrary: whole },
    { weight: 1, arbitrary: title },
    { weight: almost ? 2 : 0, arbitrary: cut },
  );
  return fc
    .array(fc.tuple(other, some), { minLength: 1, maxLength: 5 })
    .chain((pairs) => other.map((last) => [...pairs.flat(), last]));
}

function part(printed: string, shown: string): Part {
  return { printed: Buffer.from(printed), shown: Buffer.from(shown) };
}

const STREAMS: Readonly<Record<string, (secret: string) => RedactingStream>> = {
  'output as it comes': (secret) => new RedactingStream(new LiveRedactor({ secrets: [secret] })),
  'a terminal that nobody paints again': (secret) =>
    new RedactingStream(new LiveRedactor({ secrets: [secret] }), { keepsColumns: true }),
  'two redactors': (secret) =>
    new RedactingStream([new LiveRedactor(), new LiveRedactor({ secrets: [secret] })]),
  'a secret that is learned': (secret) => {
    const redactor = new LiveRedactor({ builtInRedactors: false });
    const stream = new RedactingStream([redactor, new LiveRedactor()]);
    redactor.hide(secret);
    return stream;
  },
  'whole lines': (secret) =>
    new RedactingStream(new LiveRedactor({ secrets: [secret] }), { wholeLines: true }),
};

const places = fc.array(fc.nat(), { maxLength: 12 });

function pieces(bytes: Buffer, cuts: readonly number[] | 'each byte'): Buffer[] {
  if (cuts === 'each byte') return Array.from(bytes, (byte) => Buffer.of(byte));
  const sorted = cuts.map((place) => place % (bytes.length + 1)).toSorted((a, b) => a - b);
  return [0, ...sorted].map((from, index) => bytes.subarray(from, sorted[index] ?? bytes.length));
}

const printedOf = (parts: readonly Part[]): Buffer => Buffer.concat(parts.map(({ printed }) => printed));
const shownOf = (parts: readonly Part[]): string =>
  Buffer.concat(parts.map(({ shown }) => shown)).toString('latin1');

describe.each(Object.entries(STREAMS))('%s', (name, open) => {
  const check = (secret: string, parts: readonly Part[], cuts: readonly number[] | 'each byte'): void => {
    const wanted = shownOf(parts);
    const stream = open(secret);
    let shown = '';
    for (const piece of pieces(printedOf(parts), cuts)) {
      const more = bytesOfText(stream.push(piece)).toString('latin1');
      shown += more;
      // Whatever comes, it begins like this: so nothing of a secret was shown, and nothing else was lost or altered.
      if (!wanted.startsWith(shown)) expect(shown).toBe(wanted.slice(0, shown.length));
      if (name === 'whole lines' && more !== '') expect(more.endsWith('\n')).toBe(true);
    }
    expect(shown + bytesOfText(stream.end()).toString('latin1')).toBe(wanted);
    expect(stream.holding).toBe(false);
  };
  const outputs = secretOf.chain((lines) => fc.tuple(fc.constant(lines.join('\n')), outputWith(lines)));

  it('shows the same, and at no moment anything of a secret, however its output is cut into pieces', () => {
    fc.assert(
      fc.property(outputs, places, ([secret, parts], cuts) => check(secret, parts, cuts)),
      { numRuns: 100 },
    );
  });

  it('shows the same byte by byte', () => {
    const short = outputs.filter(([, parts]) => printedOf(parts).length < 400);
    fc.assert(
      fc.property(short, ([secret, parts]) => check(secret, parts, 'each byte')),
      { numRuns: 20 },
    );
  });
});

describe('a stream whose caller allows to show what was held for a while', () => {
  const outputs = secretOf.chain((lines) =>
    fc.tuple(fc.constant(lines), outputWith(lines, { almost: false })),
  );

  it('shows less of a secret than could be one, and loses nothing else', () => {
    fc.assert(
      fc.property(outputs, places, ([lines, parts], cuts) => {
        const stream = new RedactingStream(new LiveRedactor({ secrets: [lines.join('\n')] }));
        const bytes = pieces(printedOf(parts), cuts);
        const shown = bytes.map((piece) => stream.push(piece) + stream.release()).join('') + stream.end();
        const seen = bytesOfText(shown).toString('latin1');
        expect(longestOf(shown)).toBeLessThan(4);
        const letters = new RegExp(
          `(?:${LETTERS.map((each) => Buffer.from(each).toString('latin1')).join('|')})`,
          'g',
        );
        const without = (text: string): string =>
          text.replace(letters, '').replace(/ |\x1b\[[\d;]*m|[\x0f\0]/g, '');
        expect(without(seen)).toBe(without(shownOf(parts)));
      }),
      { numRuns: 100 },
    );
  });
});

const LETTERS = ['Q', 'W', 'X', 'Y', 'Z', 'ü', '日', '🚀'];

/** How many letters of a secret stand together. */
function longestOf(shown: string): number {
  const found = shown.replace(/\x1b\[[\d;]*m|[\x0f\0]/g, '').match(/[QWXYZü日🚀]+/gu) ?? [];
  return Math.max(0, ...found.map((each) => [...each].length));
}
