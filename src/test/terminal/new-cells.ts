import type { StyledScreen } from '../../screen/index.js';
import { type Cell, cellsOf, sameStyle } from '../../vt/index.js';

/**
 * Which columns of a screen show something else than they did before, where what has scrolled is compared with the row
 * that it was in.
 */
export function newCells(before: StyledScreen, now: StyledScreen): (row: number, column: number) => boolean {
  if (before.alternate !== now.alternate || before.width !== now.width) return () => true;
  const scrolled = now.alternate ? 0 : now.historySize - before.historySize;
  const rows = new Map<number, ReadonlySet<number>>();
  return (row, column) => {
    const known = rows.get(row) ?? changedColumns(before.styledRows[row + scrolled], now.styledRows[row]);
    rows.set(row, known);
    return known.has(column);
  };
}

/** How many rows show something else. */
export function changedRows(before: StyledScreen, now: StyledScreen): number {
  if (before.alternate !== now.alternate || before.width !== now.width) return now.height;
  return now.styledRows.filter((row, at) => changedColumns(before.styledRows[at], row).size > 0).length;
}

function changedColumns(
  before: StyledScreen['styledRows'][number] = [],
  now: StyledScreen['styledRows'][number] = [],
): ReadonlySet<number> {
  const old = new Map(cellsOf(before).map((cell) => [cell.column, cell]));
  const changed = cellsOf(now).filter((cell) => !isSame(old.get(cell.column), cell));
  const ends = cellsOf(before).filter(
    ({ column, text }) => text !== ' ' && !cellsOf(now).some((cell) => cell.column === column),
  );
  return new Set([...changed, ...ends].map(({ column }) => column));
}

function isSame(before: Cell | undefined, now: Cell): boolean {
  if (!before) return now.text === ' ' && now.style.background === undefined && !now.style.reverse;
  return before.text === now.text && sameStyle(before.style, now.style);
}
