import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unescapeOutput } from './unescape-output.js';
import { type Block, WireParser, type WireParserOptions } from './wire-parser.js';

type Seen =
  | { block: string; own: boolean; failed: boolean; overlong: boolean }
  | { pane: number; output: string }
  | { notification: string }
  | { stray: string };

function parse(chunks: readonly Buffer[], options: WireParserOptions = {}): Seen[] {
  const seen: Seen[] = [];
  const parser = new WireParser(
    {
      block: ({ body, ...rest }: Block) => seen.push({ block: body.toString('latin1'), ...rest }),
      output: (pane, line, start, end) =>
        seen.push({ pane, output: unescapeOutput(line, start, end).toString('latin1') }),
      notification: (line) => seen.push({ notification: line }),
      stray: (line) => seen.push({ stray: line }),
    },
    options,
  );
  for (const chunk of chunks) parser.feed(chunk);
  return seen;
}

const parseText = (text: string, options?: WireParserOptions): Seen[] =>
  parse([Buffer.from(text, 'latin1')], options);

describe('WireParser', () => {
  it('gives a block with its body, its owner and how it ended', () => {
    const text =
      '%begin 100 5 1\nline one\nline two\n%end 100 5 1\n%begin 100 6 0\nno such thing\n%error 100 6 0\n';
    expect(parseText(text)).toEqual([
      { block: 'line one\nline two\n', own: true, failed: false, overlong: false },
      { block: 'no such thing\n', own: false, failed: true, overlong: false },
    ]);
  });

  it('ends a block only at its own three numbers, whatever the captured text says', () => {
    const text = '%begin 100 5 1\n%end 100 4 1\n%end 100 5 0\n%begin 1 2 3\n%output %1 x\n%end 100 5 1\n';
    expect(parseText(text)).toEqual([
      {
        block: '%end 100 4 1\n%end 100 5 0\n%begin 1 2 3\n%output %1 x\n',
        own: true,
        failed: false,
        overlong: false,
      },
    ]);
  });

  it('unescapes output of both forms and leaves 8-bit bytes alone', () => {
    const text =
      '%output %12 a\\015\\012\\134\xff\xc3\n%extended-output %7 130 : b : c\\033[m\n%output %3 \n';
    expect(parseText(text)).toEqual([
      { pane: 12, output: 'a\r\n\\\xff\xc3' },
      { pane: 7, output: 'b : c\x1b[m' },
      { pane: 3, output: '' },
    ]);
  });

  it('keeps a backslash that no three octal digits follow', () => {
    expect(parseText('%output %1 \\9\\12\\\n')).toEqual([{ pane: 1, output: '\\9\\12\\' }]);
  });

  it('finds notifications inside blocks only where it is told that they can be there', () => {
    const text = '%begin 1 2 1\n%pause %4\n%end 1 2 1\n';
    expect(parseText(text)).toEqual([{ block: '%pause %4\n', own: true, failed: false, overlong: false }]);
    expect(parseText(text, { notificationsInBlocks: () => true })).toEqual([
      { notification: '%pause %4' },
      { block: '', own: true, failed: false, overlong: false },
    ]);
  });

  it('takes a line that fits nothing as a stray one and goes on', () => {
    expect(parseText('hello\n\n%output %x y\n%output\n%window-add @1\n')).toEqual([
      { stray: 'hello' },
      { stray: '' },
      { stray: 'x y' },
      { notification: '%output' },
      { notification: '%window-add @1' },
    ]);
  });

  it('drops a line that is longer than allowed and goes on with the next', () => {
    const long = 'x'.repeat(50);
    const chunks = [Buffer.from(`%output %1 ${long}`), Buffer.from(`${long}\n%window-add @1\n`)];
    expect(parse(chunks, { maxLineBytes: 40 })).toEqual([{ notification: '%window-add @1' }]);
  });

  it('gives a block that is larger than allowed without its body', () => {
    const text = `%begin 1 2 1\n${'line\n'.repeat(20)}%end 1 2 1\n%begin 1 3 1\nok\n%end 1 3 1\n`;
    expect(parseText(text, { maxBlockBytes: 50 })).toEqual([
      { block: '', own: true, failed: false, overlong: true },
      { block: 'ok\n', own: true, failed: false, overlong: false },
    ]);
  });

  it('gives the same events for any chunking of any conversation', () => {
    fc.assert(
      fc.property(conversation, fc.array(fc.nat(), { maxLength: 12 }), (bytes, cuts) => {
        const whole = parse([bytes]);
        const chunked = parse(cutAt(bytes, cuts));
        const single = parse(cutAt(bytes, [...bytes.keys()]));
        expect(chunked).toEqual(whole);
        expect(single).toEqual(whole);
      }),
      { numRuns: 10_000 },
    );
  });

  it('never throws and never keeps more than it may, whatever the bytes', () => {
    const options = { maxLineBytes: 64, maxBlockBytes: 128 };
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.uint8Array({ maxLength: 200 }), conversation), { maxLength: 8 }),
        (chunks) => {
          for (const event of parse(chunks.map(Buffer.from), options)) {
            if ('block' in event) expect(event.block.length).toBeLessThanOrEqual(128);
          }
        },
      ),
      { numRuns: 10_000 },
    );
  });

  it('gives back any output that tmux escaped', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const line = Buffer.concat([Buffer.from('%output %5 '), tmuxEscape(bytes), Buffer.from('\n')]);
        expect(parse([line])).toEqual([{ pane: 5, output: Buffer.from(bytes).toString('latin1') }]);
      }),
      { numRuns: 10_000 },
    );
  });
});

/** What tmux itself does to the output of a pane. */
function tmuxEscape(bytes: Uint8Array): Buffer {
  const parts = [...bytes].map((byte) =>
    byte < 0x20 || byte === 0x5c
      ? Buffer.from(`\\${byte.toString(8).padStart(3, '0')}`)
      : Buffer.from([byte]),
  );
  return Buffer.concat(parts);
}

const bodyLine = fc.oneof(
  fc.string({ maxLength: 20 }).map((text) => text.replaceAll('\n', ' ')),
  fc.constantFrom('%end 1 2 3', '%error 9 9 1', '%begin 1 1 1', '%output %1 x', '%exit', '', '%'),
);

const piece = fc.oneof(
  fc
    .tuple(fc.nat(999), fc.nat(999), fc.nat(1), fc.array(bodyLine, { maxLength: 4 }), fc.boolean())
    .map(([time, number, flag, lines, failed]) => {
      const id = `${time} ${number} ${flag}`;
      return `%begin ${id}\n${lines.map((line) => `${line}\n`).join('')}${failed ? '%error' : '%end'} ${id}\n`;
    }),
  fc.tuple(fc.nat(50), bodyLine).map(([pane, text]) => `%output %${pane} ${text}\n`),
  fc
    .tuple(fc.nat(50), fc.nat(9), bodyLine)
    .map(([pane, age, text]) => `%extended-output %${pane} ${age} : ${text}\n`),
  fc.constantFrom(
    '%window-add @1\n',
    '%exit\n',
    '%sessions-changed\n',
    'stray\n',
    '\n',
    '%\n',
    '%begin 1 2\n',
  ),
  bodyLine,
);

const conversation = fc.array(piece, { maxLength: 10 }).map((pieces) => Buffer.from(pieces.join('')));

function cutAt(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  const chunks: Buffer[] = [];
  let start = 0;
  for (const place of [...places, bytes.length]) {
    chunks.push(bytes.subarray(start, place));
    start = place;
  }
  return chunks;
}
