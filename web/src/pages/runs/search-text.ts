/** A part of a line: where it begins and ends. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Where the text is in the line, whatever its case. */
export function rangesOf(line: string, text: string): readonly Range[] {
  if (text === '') return [];
  const where = line.toLowerCase();
  const what = text.toLowerCase();
  const found: Range[] = [];
  for (let from = where.indexOf(what); from >= 0; from = where.indexOf(what, from + what.length))
    found.push({ from, to: from + what.length });
  return found;
}

export interface Piece {
  readonly text: string;
  readonly hit: boolean;
}

/** The line in pieces, those that were searched for and those between. */
export function piecesOf(line: string, text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { from, to } of rangesOf(line, text)) {
    if (from > at) pieces.push({ text: line.slice(at, from), hit: false });
    pieces.push({ text: line.slice(from, to), hit: true });
    at = to;
  }
  if (at < line.length || pieces.length === 0) pieces.push({ text: line.slice(at), hit: false });
  return pieces;
}

/** The numbers of the lines that have the text, from 0. */
export function linesWith(lines: readonly string[], text: string): readonly number[] {
  if (text === '') return [];
  const what = text.toLowerCase();
  return lines.flatMap((line, index) => (line.toLowerCase().includes(what) ? [index] : []));
}

/** The next one in a list of hits, wrapping around; undefined if there are no hits. */
export function nextHit(count: number, current: number | undefined, step: 1 | -1): number | undefined {
  if (count === 0) return undefined;
  if (current === undefined) return step === 1 ? 0 : count - 1;
  return (current + step + count) % count;
}
