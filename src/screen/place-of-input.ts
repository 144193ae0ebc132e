import { cellsOf, columnWidth, isBlankCell } from '../vt/index.js';
import { barredPlace } from './barred-place.js';
import type { BoxPlace, InputHints } from './box-place.js';
import { caretPlace } from './caret-place.js';
import { loneCaret } from './lone-caret.js';
import { indentBelowMarker, markerOf } from './marker-of.js';
import { placeInLine } from './place-in-line.js';
import {
  hasCorner,
  indentOf,
  insideColumns,
  isBlankRow,
  isHorizontalRule,
  isSideBorder,
} from './row-shapes.js';
import type { StyledScreen } from './styled-screen.js';

export function placeOfInput(screen: StyledScreen, hints: InputHints): BoxPlace | undefined {
  const { cursor, rows } = screen;
  if (hints.cursor === 'visible' && !cursor.visible) return undefined;
  const inside = cursor.y < rows.length;
  if (hints.detect === 'border') return inside ? borderedPlace(screen, hints) : undefined;
  if (hints.detect === 'marker') return inside ? markedPlace(screen, hints) : undefined;
  if (hints.detect === 'caret') return caretPlace(screen, hints);
  if (hints.detect === 'bar') return barredPlace(screen);
  if (inside) {
    const place = borderedPlace(screen, hints);
    if (place) return place;
  }
  if (!cursor.visible) return drawnPlace(screen, hints) ?? caretPlace(screen, withGlyphs(hints));
  if (!inside) return undefined;
  const barred = barredPlace(screen);
  if (barred) return barred;
  const marked = markedPlace(screen, { ...hints, markers: glyphs });
  const line = placeInLine(screen);
  return line === undefined || (marked && hasFooter(screen, marked)) ? marked : line;
}

/** A shell has nothing under its prompt; a program with a box has a footer, a blank row away. */
function hasFooter({ rows }: StyledScreen, { lastRow }: BoxPlace): boolean {
  return isBlankRow(rows[lastRow + 1]) && rows.slice(lastRow + 2).some((row) => !isBlankRow(row));
}

/** Markers that ordinary text does not begin with. */
const glyphs = ['❯', '›', '»', '▶', '➜'];

/** A program that draws its caret may put any sign before the text. */
function withGlyphs(hints: InputHints): InputHints {
  return { ...hints, markers: [...hints.markers, '●', '○', '◆', '◇', '◉'] };
}

function borderedPlace(screen: StyledScreen, hints: InputHints): BoxPlace | undefined {
  const { rows, cursor } = screen;
  const isBorder = borderTest(hints);
  if (isBorder(rows[cursor.y])) return undefined;
  let top = cursor.y;
  while (top >= 0 && !isBorder(rows[top])) top--;
  let bottom = cursor.y;
  while (bottom < rows.length && !isBorder(rows[bottom])) bottom++;
  if (top < 0 || bottom >= rows.length) return undefined;
  const place = betweenBorders(screen, hints, top, bottom, cursor.y);
  if (!place || cursor.x < (cursor.y === place.firstRow ? place.from : place.nextFrom)) return undefined;
  return { ...place, caret: { x: cursor.x, y: cursor.y } };
}

function borderTest(hints: InputHints): (row: string | undefined) => boolean {
  const { border } = hints;
  return (row) => row !== undefined && (border ? border.test(row) : isHorizontalRule(row));
}

/** The box between two lines, its caret at the end of its text. `within` is a row that belongs to it in any case. */
function betweenBorders(
  screen: StyledScreen,
  hints: InputHints,
  top: number,
  bottom: number,
  within: number,
): BoxPlace | undefined {
  let firstRow = top + 1;
  while (firstRow < within && isEmptyInside(screen.rows[firstRow])) firstRow++;
  let lastRow = bottom - 1;
  while (lastRow > within && isEmptyInside(screen.rows[lastRow])) lastRow--;
  const cells = cellsOf(screen.styledRows[firstRow] ?? []);
  const inside = insideColumns(cells, screen.width);
  const marker = markerOf(cells, inside.from, [...hints.markers, ...hints.modes]);
  const closed = inside.from > 0 && hasCorner(screen.rows[top] ?? '');
  const scrolled = scrolledAway.test(screen.rows[top] ?? '');
  if (!marker && !scrolled && (hints.detect === 'border' || !closed)) return undefined;
  const indent = scrolled ? indentBelowMarker(screen, firstRow, lastRow, inside.from) : 1;
  const from = marker ? marker.column + columnWidth(marker.text) + 1 : inside.from + indent;
  const last = cellsOf(screen.styledRows[lastRow] ?? []).findLast(
    (cell) => cell.column < inside.to && !isBlankCell(cell),
  );
  const end = Math.max(from, last ? last.column + columnWidth(last.text) : 0);
  return {
    kind: 'border',
    firstRow,
    lastRow,
    from,
    nextFrom: from,
    to: inside.to,
    caret: { x: end, y: lastRow },
    marker,
  };
}

/** The line above a box whose first rows, and with them the marker, have scrolled away: `─── ↑ 4 more ───`. */
const scrolledAway = /─ ↑ \d+ (?:more|lines?)\b/u;

function isEmptyInside(row: string | undefined): boolean {
  return isBlankRow(row) || [...(row ?? '').trim()].every((each) => each === ' ' || isSideBorder(each));
}

/** A box without lines around it: the marker's row, rows indented behind it, and a blank row before what follows. */
function markedPlace(screen: StyledScreen, hints: InputHints): BoxPlace | undefined {
  const { rows, cursor } = screen;
  const markers = [...hints.markers, ...hints.modes];
  for (let row = cursor.y; row >= 0; row--) {
    const text = rows[row] ?? '';
    if (isHorizontalRule(text)) return undefined;
    const marker = markerOf(cellsOf(screen.styledRows[row] ?? []), 0, markers);
    if (marker && marker.column <= 1) {
      const from = marker.column + columnWidth(marker.text) + 1;
      if (cursor.x < from) return undefined;
      const lastRow = lastMarkedRow(rows, cursor.y, from);
      const caret = { x: cursor.x, y: cursor.y };
      return {
        kind: 'marker',
        firstRow: row,
        lastRow,
        from,
        nextFrom: from,
        to: screen.width,
        caret,
        marker,
      };
    }
    if (!isBlankRow(text) && indentOf(text) < 2) return undefined;
  }
  return undefined;
}

/** What stands under the last blank row is a footer; everything before it that is indented is still text. */
function lastMarkedRow(rows: readonly string[], from: number, indent: number): number {
  let end = rows.length - 1;
  while (end > from && isBlankRow(rows[end])) end--;
  while (end > from && !isBlankRow(rows[end])) end--;
  let last = from;
  for (let row = from + 1; row < end; row++) {
    if (isBlankRow(rows[row])) continue;
    if (indentOf(rows[row] ?? '') < indent) break;
    last = row;
  }
  return last;
}

/** The lowest box with a marker, where a program hides the cursor and draws its own: reverse video on one character. */
function drawnPlace(screen: StyledScreen, hints: InputHints): BoxPlace | undefined {
  const isBorder = borderTest(hints);
  let bottom: number | undefined;
  for (let row = screen.rows.length - 1; row >= 0; row--) {
    if (!isBorder(screen.rows[row])) continue;
    if (bottom !== undefined && bottom - row > 1) {
      const place = betweenBorders(screen, hints, row, bottom, row + 1);
      const caret = place?.marker && drawnCaret(screen, place);
      if (place && caret) return { ...place, kind: 'drawn', caret };
    }
    bottom = row;
  }
  return undefined;
}

function drawnCaret(screen: StyledScreen, place: BoxPlace): BoxPlace['caret'] | undefined {
  for (let y = place.firstRow; y <= place.lastRow; y++) {
    const cell = loneCaret(cellsOf(screen.styledRows[y] ?? []), place);
    if (cell) return { x: cell.column, y };
  }
  return place.firstRow === place.lastRow ? place.caret : undefined;
}
