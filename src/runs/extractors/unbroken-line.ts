/** A line together with the lines that it was broken over. */
export interface UnbrokenLine {
  readonly text: string;
  /** Where in `text` each of the lines begins. */
  readonly starts: readonly number[];
}

/**
 * Puts a line together with those below that look like its rest: one word each, no longer than the line itself, and
 * every one but the last as long as it. Spaces and the sides of a box around them do not count.
 *
 * @param columns width of the terminal, where it is known: then only a line that fills it is taken for a broken one
 */
export function unbrokenLine(
  lines: readonly string[],
  first: number,
  columns: number | undefined,
): UnbrokenLine {
  let text = content(lines[first]);
  const starts = [0];
  const end = endColumn(lines[first]);
  if (text === '' || !isFull(end, columns)) return { text, starts };
  for (let next = first + 1; next < lines.length; next++) {
    const word = content(lines[next]);
    const wordEnd = endColumn(lines[next]);
    if (!/^\S+$/.test(word) || wordEnd > end) break;
    starts.push(text.length);
    text += word;
    if (wordEnd < end) break;
  }
  return { text, starts };
}

/** The part of the text from `from` to `to`, line by line. */
export function piecesOf({ text, starts }: UnbrokenLine, from: number, to: number): string[] {
  const ends = [...starts.slice(1), text.length];
  return starts
    .map((start, index) => text.slice(Math.max(start, from), Math.min(ends[index] ?? 0, to)))
    .filter((_, index) => (starts[index] ?? 0) < to && (ends[index] ?? 0) > from);
}

/** What a box may take of the width: its sides and the room beside them. */
const MARGIN = 8;

/** A line that is longer than the terminal is wide was not broken by its program. */
function isFull(end: number, columns: number | undefined): boolean {
  return columns === undefined || (end <= columns && end >= columns - MARGIN);
}

const SIDES = /^[\s│┃║|]+|[\s│┃║|]+$/g;

function content(line = ''): string {
  return line.replace(SIDES, '');
}

function endColumn(line = ''): number {
  return line.replace(/[\s│┃║|]+$/, '').length;
}
