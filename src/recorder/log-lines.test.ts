import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LogEntry, type LogPiece, wholeLines } from './log-lines.js';

const T = '2025-01-24T10:30:00+0000';
const entriesOf = (piece: LogPiece, cursor: number, maxBytes: number): readonly LogEntry[] =>
  wholeLines(piece, cursor, maxBytes).entries;
const piece = (text: string, start = 0) => ({ start, data: Buffer.from(text) });

describe('wholeLines', () => {
  it('takes lines of the text form apart', () => {
    const text = `${T} one\n${T} \n${T} \x1b[31mtwo\x1b[0m  three\n`;
    expect(entriesOf(piece(text, 100), 100, 1000)).toEqual([
      { time: T, text: 'one', line: `${T} one`, end: 129 },
      { time: T, text: '', line: `${T} `, end: 155 },
      { time: T, text: '\x1b[31mtwo\x1b[0m  three', line: `${T} \x1b[31mtwo\x1b[0m  three`, end: 200 },
    ]);
  });

  it('takes lines of the JSON form apart', () => {
    const line = JSON.stringify({ time: T, text: 'a "quoted"\ttab \x1b[1m漢' });
    expect(entriesOf(piece(`${line}\n`), 0, 1000)).toEqual([
      { time: T, text: 'a "quoted"\ttab \x1b[1m漢', line, end: Buffer.byteLength(line) + 1 },
    ]);
  });

  it.each(['', 'no time', `${T}`, '{"time":1}', '{broken', `${T}x text`])('shows %j as it is', (line) => {
    const time = line === T ? T : '';
    const text = line === T ? '' : line;
    expect(entriesOf(piece(`${line}\n`), 0, 1000)).toMatchObject([{ time, text, line }]);
  });

  it('gives no line that has no end yet', () => {
    expect(entriesOf(piece(`${T} one\n${T} tw`), 0, 1000)).toHaveLength(1);
    expect(entriesOf(piece(`${T} on`), 0, 1000)).toEqual([]);
  });

  it('gives no more bytes than asked, but for a first line that is longer', () => {
    const text = 'aaa\nbbb\nccc\n';
    expect(entriesOf(piece(text), 0, 8).map(({ line }) => line)).toEqual(['aaa', 'bbb']);
    expect(entriesOf(piece(text), 0, 7).map(({ line }) => line)).toEqual(['aaa']);
    expect(entriesOf(piece(text), 0, 1).map(({ line }) => line)).toEqual(['aaa']);
  });

  it('passes over the rest of a line that the cursor is in the middle of', () => {
    const lines = (cursor: number) =>
      entriesOf(
        { start: cursor - 1, data: Buffer.from('aaa\nbbb\nccc\n').subarray(cursor - 1) },
        cursor,
        99,
      ).map(({ line, end }) => [line, end]);
    expect(lines(4)).toEqual([
      ['bbb', 8],
      ['ccc', 12],
    ]);
    expect(lines(5)).toEqual([['ccc', 12]]);
    expect(lines(7)).toEqual([['ccc', 12]]);
    expect(lines(10)).toEqual([]);
  });

  it('goes on behind what it has passed over', () => {
    expect(wholeLines(piece('aa\nbbb\n', 3), 4, 99)).toEqual({ entries: [expect.anything()], cursor: 10 });
    expect(wholeLines(piece('aa\n', 3), 4, 99)).toEqual({ entries: [], cursor: 6 });
    expect(wholeLines(piece('aa', 3), 4, 99)).toEqual({ entries: [], cursor: 4 });
  });

  it('gives the same lines however the log is read', () => {
    const line = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\n', ''));
    fc.assert(
      fc.property(fc.array(line), fc.integer({ min: 1, max: 60 }), (lines, maxBytes) => {
        const data = Buffer.from(lines.map((each) => `${T} ${each}\n`).join(''));
        const texts: string[] = [];
        let cursor = 0;
        while (cursor < data.length) {
          const start = Math.max(0, cursor - 1);
          const entries = entriesOf({ start, data: data.subarray(start) }, cursor, maxBytes);
          texts.push(...entries.map(({ text }) => text));
          cursor = entries.at(-1)?.end ?? data.length;
        }
        expect(texts).toEqual(lines.map((each) => Buffer.from(each).toString()));
      }),
    );
  });
});
