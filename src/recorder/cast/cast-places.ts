import type { ByteRange, SecretPlaces } from '../../redaction/index.js';

/**
 * Where secrets stand in the bytes of a recording: in its header, and in what was printed or typed, which may be cut into
 * any number of events. The ranges are those of characters as JSON writes them, so that a mask leaves it JSON.
 *
 * @param data whole lines
 */
export function castPlaces(data: Buffer, places: SecretPlaces): ByteRange[] {
  const streams = new Map<string, Piece[]>();
  const found: ByteRange[] = [];
  for (let start = 0; start < data.length; ) {
    const newline = data.indexOf(0x0a, start);
    const end = newline < 0 ? data.length : newline;
    const line = data.subarray(start, end);
    const [head, kind] = EVENT.exec(line.toString('latin1', 0, LONGEST_HEAD)) ?? [];
    if (head === undefined || kind === undefined) {
      found.push(...shifted(places.find(line), start));
    } else {
      const stream = streams.get(kind) ?? [];
      streams.set(kind, stream);
      const close = line.lastIndexOf(0x22);
      if (close > head.length)
        stream.push({ at: start + head.length, data: line.subarray(head.length, close) });
    }
    start = end + 1;
  }
  for (const stream of streams.values()) found.push(...inPieces(stream, places));
  return found;
}

interface Piece {
  readonly at: number;
  readonly data: Buffer;
}

/** The start of an event, up to its text. */
const EVENT = /^\[\s*[0-9.eE+-]+\s*,\s*"(\w)"\s*,\s*"/;
const LONGEST_HEAD = 100;

/** As a recorder begins a line of JSON, so that it is read as one. */
const JSON_BEGIN = Buffer.from('{"text":"');

function inPieces(pieces: readonly Piece[], places: SecretPlaces): ByteRange[] {
  const whole = Buffer.concat([JSON_BEGIN, ...pieces.map(({ data }) => data)]);
  const ranges: ByteRange[] = [];
  let [index, begin] = [0, JSON_BEGIN.length];
  for (const { offset, length } of places.find(whole)) {
    for (let from = offset; from < offset + length; ) {
      let piece = pieces[index];
      while (piece && begin + piece.data.length <= from) {
        begin += piece.data.length;
        piece = pieces[++index];
      }
      if (!piece) return ranges;
      const to = Math.min(offset + length, begin + piece.data.length);
      ranges.push({ offset: piece.at + from - begin, length: to - from });
      from = to;
    }
  }
  return ranges;
}

function shifted(ranges: readonly ByteRange[], by: number): ByteRange[] {
  return ranges.map(({ offset, length }) => ({ offset: offset + by, length }));
}
