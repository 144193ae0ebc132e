import { columnWidth } from '../../vt/index.js';
import type { Place, ScreenGrid } from './screen-grid.js';

/** A frame that a program has drawn. */
export interface Box {
  /** What stands in the upper border. */
  readonly title: string;
  /** Within the borders. */
  readonly inside: Place;
}

const TOP_LEFT = '┌┏╔╭+';
const TOP_RIGHT = '┐┓╗╮+';
const BOTTOM_LEFT = '└┗╚╰+';
const BOTTOM_RIGHT = '┘┛╝╯+';
const SIDE = '│┃║|├┤╟╢╠╣┠┨┝┥';

/** The frames on a screen, also those that lie in others. */
export function boxesIn(grid: ScreenGrid): Box[] {
  const rows = grid.whole.map((span) => columnsOf(grid, span.row));
  return rows.flatMap((columns, top) =>
    columns.flatMap((letter, left) => (TOP_LEFT.includes(letter) ? boxFrom(rows, top, left) : [])),
  );
}

/** The characters by column; the second column of a wide one is empty. */
function columnsOf(grid: ScreenGrid, row: number): string[] {
  const columns: string[] = Array.from({ length: grid.screen.width }, () => ' ');
  for (const { text, column } of grid.cells({ row, from: 0, to: grid.screen.width })) {
    columns[column] = text;
    if (columnWidth(text) === 2) columns[column + 1] = '';
  }
  return columns;
}

type Letters = readonly (readonly string[])[];

function boxFrom(rows: Letters, top: number, left: number): Box[] {
  const bottom = endOfSide(rows, top, left, BOTTOM_LEFT);
  if (bottom === undefined) return [];
  const above = rows[top] ?? [];
  for (let right = left + 1; right < above.length; right++) {
    if (!isOneOf(above[right], TOP_RIGHT) || endOfSide(rows, top, right, BOTTOM_RIGHT) !== bottom) continue;
    const title = above
      .slice(left + 1, right)
      .join('')
      .replaceAll(/^[\s─━═┤┨╡├┠╞\-+|]+|[\s─━═┤┨╡├┠╞\-+|]+$/g, '');
    const inside = Array.from({ length: bottom - top - 1 }, (_, at) => ({
      row: top + 1 + at,
      from: left + 1,
      to: right,
    }));
    return inside.length > 0 && right > left + 1 ? [{ title, inside }] : [];
  }
  return [];
}

/** The row in which a side ends with one of the corners. */
function endOfSide(rows: Letters, top: number, column: number, corners: string): number | undefined {
  for (let row = top + 1; row < rows.length; row++) {
    const letter = rows[row]?.[column];
    if (isOneOf(letter, corners)) return row;
    if (!isOneOf(letter, SIDE)) return undefined;
  }
  return undefined;
}

function isOneOf(letter: string | undefined, letters: string): boolean {
  return letter !== undefined && letter !== '' && letters.includes(letter);
}
