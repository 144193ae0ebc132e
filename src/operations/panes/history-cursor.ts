import { createHash } from 'node:crypto';
import { MuxError } from '../../model/index.js';

/** How far somebody has read in the history of a pane. */
export interface HistoryPosition {
  /** How many lines that were, from the oldest one that tmux remembered then. */
  readonly lines: number;
  /** What the last few of them were. */
  readonly marks: readonly string[];
}

/** Enough that they are not found again by chance. */
const MARKS = 6;

/** A position as the cursor that a caller keeps. */
export function formatHistoryCursor(lines: readonly string[], end: number): string {
  const marks = lines.slice(Math.max(0, end - MARKS), end).map(mark);
  return `h1.${end}.${marks.join('')}`;
}

export function parseHistoryCursor(cursor: string): HistoryPosition {
  const [, lines, marks] = /^h1\.(\d{1,9})\.((?:[0-9a-f]{8}){0,6})$/.exec(cursor) ?? [];
  if (lines !== undefined && marks !== undefined) {
    return { lines: Number(lines), marks: marks.match(/.{8}/g) ?? [] };
  }
  throw new MuxError('INVALID_ARGUMENT', "'since' is not a cursor of pane.read.", {
    suggestion: 'Give the cursor of an earlier answer, as it is.',
    details: { field: 'since' },
  });
}

/**
 * Where the lines begin that are new since then. tmux forgets the oldest lines, so the place may have moved towards the
 * begin; `undefined` where it cannot be found, as after a `clear`.
 */
export function findPosition(all: readonly string[], { lines, marks }: HistoryPosition): number | undefined {
  if (lines === 0) return 0;
  if (marks.length === 0) return undefined;
  const hashes = all.map(mark);
  const fits = (end: number): boolean =>
    marks.every((one, index) => hashes[end - marks.length + index] === one);
  for (let end = Math.min(lines, all.length); end >= marks.length; end--) if (fits(end)) return end;
  return undefined;
}

/** No more of a line than is needed to know it again. */
function mark(line: string): string {
  return createHash('sha256').update(line).digest('hex').slice(0, 8);
}
