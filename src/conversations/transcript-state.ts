import type { ConversationFrame } from './conversation-frame.js';
import { findOverlap, type Overlap } from './find-overlap.js';
import { type PackedRows, packRows, rowAt } from './packed-rows.js';
import type { TranscriptRow } from './transcript-row.js';

/** What was said so far. */
export interface TranscriptState {
  readonly rows: readonly TranscriptRow[];
  readonly packed: PackedRows;
  /** Where in the packed text the screen began that was taken in last. */
  readonly near: number;
  /** Whether the first row is where the conversation begins. */
  readonly fromStart: boolean;
  /** How many rows were forgotten before the first one. */
  readonly forgotten: number;
}

export const emptyState: TranscriptState = {
  rows: [],
  packed: { text: '', starts: [] },
  near: 0,
  fromStart: false,
  forgotten: 0,
};

/** How a screen fits to what is known. */
export interface Fit {
  readonly overlap: Overlap;
  /** Packed characters of the screen that are new. */
  readonly fresh: number;
  /** Packed characters that are known, but no longer on the screen, or were rewritten. */
  readonly behind: number;
}

export function fitOf(
  state: TranscriptState,
  frame: ConversationFrame,
  packed: PackedRows,
  sticky: boolean,
): Fit | undefined {
  const overlap =
    frame.rows[0]?.kind === 'start'
      ? startOverlap(state, packed)
      : findOverlap(state.packed, packed, { near: state.near, sticky });
  if (!overlap) return undefined;
  return {
    overlap,
    fresh: packed.text.length - (packed.starts[overlap.row] ?? 0) - overlap.length,
    behind: state.packed.text.length - overlap.place - overlap.length,
  };
}

/** A screen with the banner on it shows the conversation from its beginning. */
function startOverlap({ rows, packed: known }: TranscriptState, screen: PackedRows): Overlap | undefined {
  const place = known.starts[rows.findLastIndex((row) => row.kind === 'start')];
  if (place === undefined) return undefined;
  const most = Math.min(known.text.length - place, screen.text.length);
  let length = 0;
  while (length < most && known.text.charCodeAt(place + length) === screen.text.charCodeAt(length)) length++;
  return { place, row: 0, length };
}

/** The screen takes the place of everything from where it begins on. */
export function withScreen(
  state: TranscriptState,
  { place, row: firstRow }: Overlap,
  frame: ConversationFrame,
  maxRows: number,
): TranscriptState {
  const { row, offset } = rowAt(state.packed, place);
  const cut = state.rows[row];
  // Where the width of the terminal has changed, the screen begins in the midst of a row.
  const half = cut && offset > 0 ? [cutRow(cut, offset)] : [];
  const fromStart = state.fromStart || (firstRow === 0 && frame.fromStart);
  const shown = [...half, ...frame.rows.slice(firstRow)];
  return withRows({ ...state, fromStart }, row, shown, place, maxRows);
}

/** The state with other rows from `kept` on. The oldest are forgotten where there are too many, some more at a time. */
export function withRows(
  state: TranscriptState,
  kept: number,
  added: readonly TranscriptRow[],
  near: number,
  maxRows: number,
): TranscriptState {
  const rows = [...state.rows.slice(0, kept), ...added];
  const packed = packedWith(state.packed, kept, packRows(added));
  if (rows.length <= maxRows) return { ...state, rows, near, packed };
  const over = Math.min(rows.length, rows.length - maxRows + Math.floor(maxRows / 20));
  const left = rows.slice(over);
  return {
    rows: left,
    packed: packRows(left),
    near: Math.max(0, near - (packed.starts[over] ?? packed.text.length)),
    fromStart: false,
    forgotten: state.forgotten + over,
  };
}

/** What stands before is not packed again. */
function packedWith(packed: PackedRows, kept: number, added: PackedRows): PackedRows {
  const end = packed.starts[kept] ?? packed.text.length;
  return {
    text: packed.text.slice(0, end) + added.text,
    starts: [...packed.starts.slice(0, kept), ...added.starts.map((start) => start + end)],
  };
}

/** The beginning of a row, up to so many characters that are no spaces. */
function cutRow(row: TranscriptRow, offset: number): TranscriptRow {
  const whole = row.marker + row.text;
  let left = offset;
  let end = 0;
  while (end < whole.length && left > 0) if (/\S/u.test(whole[end++] ?? '')) left--;
  const text = whole.slice(row.marker.length, end);
  return { ...row, text, joint: /\s/u.test(whole[end] ?? '') ? ' ' : '' };
}
