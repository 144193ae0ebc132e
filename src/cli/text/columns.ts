import { columnWidth, withoutSequences } from '../../vt/index.js';
import type { Output } from '../output.js';
import { withoutTurns } from '../style.js';

/**
 * Rows of cells as lines with the columns in line; colours do not count, and a column with nothing in it is
 * left out.
 *
 * @param most so many columns the terminal has: what is longer in the last cell is cut off
 */
export function columns(given: readonly (readonly string[])[], most = Number.POSITIVE_INFINITY): string {
  const rows = given.map((row) => row.map(withoutTurns));
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, i) => {
      widths[i] = Math.max(widths[i] ?? 0, width(cell));
    });
  }
  const line = (row: readonly string[]): string =>
    row
      .map((cell, i) => cell + ' '.repeat((widths[i] ?? 0) - width(cell)))
      .filter((_, i) => widths[i] !== 0)
      .join(GAP);
  const room = most - widths.slice(0, -1).reduce((sum, one) => sum + (one > 0 ? one + GAP.length : 0), 0);
  const fitted = (row: readonly string[]): readonly string[] =>
    row.length < widths.length ? row : [...row.slice(0, -1), cut(row.at(-1) ?? '', room)];
  return rows.map((row) => `${line(fitted(row)).trimEnd()}\n`).join('');
}

/** The same for a list: a person at a terminal sees what each column is, where something is in it. */
export function list(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  { style, width: most }: Pick<Output, 'style' | 'width'>,
): string {
  if (most === undefined) return columns(rows);
  const isUsed = (i: number): boolean => rows.some((row) => (row[i] ?? '') !== '');
  return columns([head.map((title, i) => (isUsed(i) ? style.dim(title) : '')), ...rows], most);
}

const GAP = '  ';
/** Of less nobody could read anything. */
const LEAST_ROOM = 10;

function cut(cell: string, room: number): string {
  if (width(cell) <= room || room < LEAST_ROOM || cell.includes('\x1b')) return cell;
  let used = 0;
  let kept = '';
  for (const character of cell) {
    used += columnWidth(character);
    if (used > room - 1) break;
    kept += character;
  }
  return `${kept}…`;
}

function width(cell: string): number {
  return columnWidth(withoutSequences(cell));
}
