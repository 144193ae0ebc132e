import { type Cell, cellsOf, cellsText } from '../vt/index.js';
import type { BoxPlace } from './box-place.js';
import { promptEnd } from './prompt-line.js';
import type { StyledScreen } from './styled-screen.js';

/** The line with the cursor behind a prompt, as in a shell, also where the terminal wrapped it. */
export function placeInLine(screen: StyledScreen): BoxPlace | undefined {
  const { cursor, lineOfRow } = screen;
  const line = lineOfRow[cursor.y];
  const firstRow = lineOfRow.indexOf(line ?? -1);
  if (firstRow < 0) return undefined;
  const before: Cell[] = [];
  for (let row = firstRow; row <= cursor.y; row++) {
    const cells = cellsOf(screen.styledRows[row] ?? []);
    before.push(...(row < cursor.y ? cells : cells.filter(({ column }) => column < cursor.x)));
  }
  const end = promptEnd(cellsText(before));
  if (!end) return undefined;
  const typed = cellAt(before, end.end);
  const marker = cellAt(before, Math.max(0, end.end - 2));
  return {
    kind: end.sure ? 'line' : 'asking',
    firstRow: typed ? firstRow + rowsBefore(before, typed) : cursor.y,
    lastRow: lineOfRow.lastIndexOf(line ?? -1),
    from: typed ? typed.column : cursor.x,
    nextFrom: 0,
    to: screen.width,
    caret: { x: cursor.x, y: cursor.y },
    marker: marker && { text: end.marker, column: marker.column, style: marker.style },
  };
}

/** The cell at an index of the cells' text. */
function cellAt(cells: readonly Cell[], index: number): Cell | undefined {
  let length = 0;
  for (const cell of cells) {
    if (length >= index) return cell;
    length += cell.text.length;
  }
  return undefined;
}

/** The row of a cell, counted by where the columns restart. */
function rowsBefore(cells: readonly Cell[], until: Cell): number {
  let rows = 0;
  let column = -1;
  for (const cell of cells) {
    if (cell.column <= column) rows++;
    if (cell === until) break;
    column = cell.column;
  }
  return rows;
}
