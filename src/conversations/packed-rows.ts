import type { TranscriptRow } from './transcript-row.js';

/**
 * Rows as one string without any space, and where each row begins in it: text that is wrapped at another width is
 * the same here.
 */
export interface PackedRows {
  readonly text: string;
  readonly starts: readonly number[];
}

export function packRows(rows: readonly TranscriptRow[]): PackedRows {
  const starts: number[] = [];
  let text = '';
  for (const row of rows) {
    starts.push(text.length);
    text += packRow(row);
  }
  return { text, starts };
}

/** A gap is like nothing else, so that nothing fits across it. */
export function packRow(row: TranscriptRow): string {
  return row.kind === 'gap' ? '\0' : pack(row.marker + row.text);
}

export function pack(text: string): string {
  return text.replace(/\s+/gu, '');
}

/** The row that a place in the packed text belongs to, and how many packed characters of that row stand before it. */
export function rowAt(
  { starts }: PackedRows,
  place: number,
): { readonly row: number; readonly offset: number } {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  // Blank rows begin where the next row does: they belong to what stands above them.
  const row = Math.max(0, low - 1);
  return { row, offset: place - (starts[row] ?? 0) };
}
