import type { Marker } from './box-place.js';
import { type Cell, cellsText, isBlankCell } from './cells.js';

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
