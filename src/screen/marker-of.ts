import { type Cell, cellsOf, cellsText, isBlankCell } from '../vt/index.js';
import type { Marker } from './box-place.js';
import type { StyledScreen } from './styled-screen.js';

/** The marker that a row begins with, behind a column. */
export function markerOf(
  cells: readonly Cell[],
  from: number,
  markers: readonly string[],
): Marker | undefined {
  const at = cells.findIndex((cell) => cell.column >= from && !isBlankCell(cell));
  const first = cells[at];
  if (!first) return undefined;
  const text = cellsText(cells.slice(at));
  const marker = markers.find(
    (each) => text.startsWith(each) && /^(?:[\s\u00a0]|$)/u.test(text.slice(each.length)),
  );
  return marker === undefined ? undefined : { text: marker, column: first.column, style: first.style };
}

/**
 * How far the rows of a box are set back whose marker has scrolled away: behind a marker and a blank, or not at all in a
 * box that has no marker.
 */
export function indentBelowMarker(
  { styledRows }: StyledScreen,
  firstRow: number,
  lastRow: number,
  edge: number,
): number {
  const columns = styledRows
    .slice(firstRow, lastRow + 1)
    .map((row) => cellsOf(row).find((cell) => cell.column >= edge && !isBlankCell(cell))?.column ?? edge + 2);
  return Math.max(0, Math.min(2, ...columns.map((column) => column - edge)));
}
