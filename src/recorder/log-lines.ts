/** One line of a log, taken apart. */
export interface LogEntry {
  /** `2025-01-24T10:30:00+0000`; empty where the line has none. */
  readonly time: string;
  /** What was printed, without the time. */
  readonly text: string;
  /** The line as it stands in the log, without its newline. */
  readonly line: string;
  /** Position behind this line: the cursor to read on from. */
  readonly end: number;
}

/** A piece of a log. */
export interface LogPiece {
  /** Position of its first byte. */
  readonly start: number;
  readonly data: Buffer;
}

export interface WholeLines {
  readonly entries: readonly LogEntry[];
  /** Behind the last of them, and behind what was passed over; the same as before where there is nothing whole. */
  readonly cursor: number;
}

/**
 * The whole lines of a piece that begin at `cursor` or behind it. A piece that begins one byte before the cursor tells
 * by that byte whether the cursor is at the beginning of a line; from the middle of one, its rest is passed over.
 *
 * @param maxBytes how much of the log the lines may be; the first line is given whatever its length
 */
export function wholeLines({ start, data }: LogPiece, cursor: number, maxBytes: number): WholeLines {
  const entries: LogEntry[] = [];
  let from = cursor - start;
  if (from > 0 && data[from - 1] !== NEWLINE) {
    const end = data.indexOf(NEWLINE, from);
    if (end < 0) return { entries, cursor };
    from = end + 1;
  }
  const limit = from + maxBytes;
  for (;;) {
    const end = data.indexOf(NEWLINE, from);
    if (end < 0 || (end >= limit && entries.length > 0)) return { entries, cursor: start + from };
    entries.push(logEntry(data.toString('utf8', from, end), start + end + 1));
    from = end + 1;
  }
}

const NEWLINE = 0x0a;

function logEntry(line: string, end: number): LogEntry {
  const [time, text] = timeAndText(line);
  return { time, text, line, end };
}

/** The two forms cannot be mistaken for each other: a line of the text form begins with a digit. */
function timeAndText(line: string): readonly [time: string, text: string] {
  if (line.startsWith('{')) return jsonForm(line);
  const space = line.indexOf(' ');
  const time = space < 0 ? line : line.slice(0, space);
  return TIME.test(time) ? [time, line.slice(time.length + 1)] : ['', line];
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d{4}$/;

function jsonForm(line: string): readonly [time: string, text: string] {
  try {
    const { time, text } = JSON.parse(line) as { time?: unknown; text?: unknown };
    if (typeof time === 'string' && typeof text === 'string') return [time, text];
  } catch {
    // A line that something else has written, or that was damaged: it is shown as it is.
  }
  return ['', line];
}
