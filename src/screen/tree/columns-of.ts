import type { AreaRow } from './area.js';

/** A column that several rows share, in cells from the start of their area. */
export interface Column {
  readonly from: number;
  readonly to: number;
}

/**
 * The columns that rows share: what stands between gutters, which are blank or a line in each of the rows, and at least
 * one blank wide.
 */
export function columnsOf(rows: readonly AreaRow[]): Column[] {
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  const columns: { from: number; to: number }[] = [];
  let isOpen = false;
  for (let at = 0; at < width; at++) {
    const isGutter = rows.every(({ cells }) => /^(?:[ │┃║|\u00a0]|)$/u.test(cells[at]?.text ?? ' '));
    const last = columns.at(-1);
    if (!isGutter && isOpen && last) last.to = at + 1;
    else if (!isGutter) columns.push({ from: at, to: at + 1 });
    isOpen = !isGutter;
  }
  return columns;
}

/** The columns in which each of the rows has something. */
export function sharedColumns(rows: readonly AreaRow[]): Column[] {
  return columnsOf(rows).filter(({ from, to }) =>
    rows.every(({ cells }) => cells.slice(from, to).some(({ text }) => text.trim() !== '')),
  );
}
