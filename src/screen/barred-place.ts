import { type Cell, cellsOf, isBlankCell } from '../vt/index.js';
import type { BoxPlace } from './box-place.js';
import { isBlankRow } from './row-shapes.js';
import type { StyledScreen } from './styled-screen.js';

/**
 * A box behind a heavy bar at its left, with the visible cursor in it: `┃  text`. Its last row, a blank row away, says
 * what the box is for. Messages have such a bar, too, but no cursor.
 */
export function barredPlace(screen: StyledScreen): BoxPlace | undefined {
  const { cursor, rows, width } = screen;
  if (!cursor.visible) return undefined;
  const bar = barOf(screen, cursor.y);
  if (!bar || cursor.x <= bar.column) return undefined;
  let firstRow = cursor.y;
  while (
    firstRow > 0 &&
    barOf(screen, firstRow - 1)?.column === bar.column &&
    !isClosed(screen, firstRow - 1)
  )
    firstRow--;
  let end = cursor.y;
  while (end < rows.length - 1 && barOf(screen, end + 1)?.column === bar.column) end++;
  if (!/^\s*[╹╵┗└]/u.test(rows[end + 1] ?? '')) return undefined;
  // What the box is for stands below its last blank row.
  let lastRow = end;
  while (lastRow > cursor.y && !isEmpty(screen, lastRow)) lastRow--;
  while (lastRow > cursor.y && isEmpty(screen, lastRow)) lastRow--;
  while (firstRow < cursor.y && isEmpty(screen, firstRow)) firstRow++;
  const from = bar.column + 3;
  if (cursor.x < from) return undefined;
  return {
    kind: 'border',
    firstRow,
    lastRow,
    from,
    nextFrom: from,
    to: rightEdge(screen, cursor.y, width),
    caret: { x: cursor.x, y: cursor.y },
    marker: undefined,
  };
}

function barOf({ styledRows }: StyledScreen, row: number): Cell | undefined {
  const first = cellsOf(styledRows[row] ?? []).find((cell) => !isBlankCell(cell));
  return first && '┃▌▎'.includes(first.text) ? first : undefined;
}

/** A list of completions above the box has a bar at both ends. */
function isClosed({ rows }: StyledScreen, row: number): boolean {
  return /\S.*┃\s*$/u.test(rows[row] ?? '');
}

function isEmpty({ rows }: StyledScreen, row: number): boolean {
  return isBlankRow((rows[row] ?? '').replace(/[┃▌▎]/u, ''));
}

/** Where the background of the box ends. */
function rightEdge({ styledRows }: StyledScreen, row: number, width: number): number {
  const cells = cellsOf(styledRows[row] ?? []);
  const inside = cells.find(({ text, column }) => column > 0 && '┃▌▎'.includes(text));
  const background = cells[cells.indexOf(inside as Cell) + 1]?.style.background;
  if (background === undefined) return width;
  const last = cells.findLast(({ style }) => style.background === background);
  return last ? last.column + 1 : width;
}
