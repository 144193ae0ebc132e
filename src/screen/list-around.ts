import { cellsText, columnWidth, isBlankCell } from '../vt/index.js';
import type { ListReader, ListRow } from './list-reader.js';
import { isBlankRow, isHorizontalRule } from './row-shapes.js';

/** Rows between two entries: descriptions, blank rows, a line. */
const maximumGap = 4;

/** The list that an entry belongs to: entries at its column above and below it. */
export function listAround(
  reader: ListReader,
  start: ListRow,
  limits: { readonly fromRow: number; readonly toRow: number },
): ListRow[] {
  const first = Math.max(0, limits.fromRow);
  const end = Math.min(reader.screen.rows.length, limits.toRow);
  const list = [start];
  for (let row = start.row - 1, gap = 0; row >= first && gap <= maximumGap; row--) {
    const found = reader.entry(row);
    if (found && isSibling(found, start, list[0]?.number, -1)) {
      list.unshift(found);
      gap = 0;
    } else if (mayGoOn(reader, row, start)) gap++;
    else break;
  }
  for (let row = start.row + 1, gap = 0; row < end && gap <= maximumGap; row++) {
    const found = reader.entry(row);
    if (found && isSibling(found, start, list.at(-1)?.number, 1)) {
      list.push(found);
      gap = 0;
    } else if (mayGoOn(reader, row, start)) gap++;
    else break;
  }
  return list;
}

function isSibling(found: ListRow, start: ListRow, neighbour: number | undefined, step: 1 | -1): boolean {
  const aligned =
    found.column === start.column || found.column + digits(found) === start.column + digits(start);
  if (!aligned) return false;
  if (start.number === undefined) return found.number === undefined;
  return found.number !== undefined && found.number === (neighbour ?? 0) + step;
}

/** Numbers of one and two digits stand under each other by their ends, or by their starts. */
function digits({ number }: ListRow): number {
  return number === undefined ? 0 : String(number).length;
}

/** Whether a list may continue after this row. Lists without numbers have no blank rows in them. */
function mayGoOn(reader: ListReader, row: number, start: ListRow): boolean {
  const text = reader.screen.rows[row] ?? '';
  if (isBlankRow(text) || isHorizontalRule(text)) return start.number !== undefined;
  return isDeeper(reader, row, start);
}

function isDeeper(reader: ListReader, row: number, start: ListRow): boolean {
  const first = reader.cells(row).find((cell) => !isBlankCell(cell));
  return first !== undefined && first.column > start.column;
}

/**
 * The label of an entry, including the rows it was wrapped over. A description under it is not part of it: it
 * starts where the label could have continued.
 */
export function wholeLabel(reader: ListReader, entry: ListRow, next: number | undefined): string {
  if (entry.described) return entry.label;
  const end = next ?? Math.min(reader.screen.rows.length, entry.row + 1 + maximumGap);
  let { label } = entry;
  for (let row = entry.row + 1; row < end && isDeeper(reader, row, entry); row++) {
    const words = cellsText(reader.cells(row)).trim();
    const word = /^\S+/u.exec(words)?.[0] ?? '';
    if (endColumn(reader, row - 1) + 1 + columnWidth(word) <= reader.to(row) - 4) break;
    label = `${label} ${words}`;
  }
  return label;
}

function endColumn(reader: ListReader, row: number): number {
  const last = reader.cells(row).findLast((cell) => !isBlankCell(cell));
  return last ? last.column + columnWidth(last.text) : 0;
}
