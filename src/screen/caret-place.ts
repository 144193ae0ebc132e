import { type Cell, cellsOf, columnWidth, isBlankCell } from '../vt/index.js';
import type { BoxPlace, InputHints } from './box-place.js';
import { isMutedStyle } from './ghost-text.js';
import { indentBelowMarker, markerOf } from './marker-of.js';
import { hasCorner, insideColumns, isBlankRow, isHorizontalRule, isSideBorder } from './row-shapes.js';
import type { StyledScreen } from './styled-screen.js';

/**
 * The box around a caret that a program draws itself: one character in reverse video, or a block. What is around it
 * makes it a box: sides, lines above and below, or a background. Where a box is higher than the screen, what is seen of
 * it will do.
 */
export function caretPlace(screen: StyledScreen, hints: InputHints): BoxPlace | undefined {
  const top = lowestFrame(screen);
  for (let y = screen.rows.length - 1; y > top; y--) {
    const cells = cellsOf(screen.styledRows[y] ?? []);
    const x = drawnCaret(cells, insideColumns(cells, screen.width));
    if (x === undefined) continue;
    const rows = sided(screen, y) ?? ruled(screen, y) ?? shaded(screen, y);
    if (rows) return placeIn(screen, hints, rows, { x, y });
  }
  return withoutCaret(screen, hints, top);
}

/**
 * The row in which the lowest frame begins; -1 without one. What is above it takes no keys: a dialog may stand below the
 * output of a tool, and Gemini CLI shows the caret of a command that has ended there.
 */
function lowestFrame({ rows }: StyledScreen): number {
  return rows.findLastIndex((row) => /^\s*[╭┌┏╔]/u.test(row) && isHorizontalRule(row));
}

/**
 * A program may draw no caret, as one that thinks its terminal has lost the focus. Its box is then the lowest rows with
 * a background that begin with the marker and have a line above them. Of a program that is known to have a box, it may
 * also be what stands between two lines.
 */
function withoutCaret(screen: StyledScreen, hints: InputHints, top: number): BoxPlace | undefined {
  for (let y = screen.rows.length - 1; y > top; y--) {
    const marker = markerOf(cellsOf(screen.styledRows[y] ?? []), 0, hints.markers);
    if (!marker || marker.column > 1) continue;
    const rows = (hints.detect === 'caret' ? ruled(screen, y) : undefined) ?? shaded(screen, y);
    if (!rows || !hasLineAbove(screen, rows.first)) continue;
    const behind = cellsOf(screen.styledRows[y] ?? []).filter(
      (cell) => cell.column > marker.column && !isBlankCell(cell),
    );
    // What is set back as a whole is a placeholder, and the caret would be before it.
    const last = behind.every(({ style }) => isMutedStyle(style)) ? undefined : behind.at(-1);
    const end = last ? last.column + columnWidth(last.text) : marker.column + 2;
    return placeIn(screen, hints, rows, { x: end, y });
  }
  return undefined;
}

/** A line with corners is the end of another box, and what is below it a message. */
function hasLineAbove({ rows }: StyledScreen, first: number): boolean {
  return rows.slice(Math.max(0, first - 2), first).some((row) => isHorizontalRule(row) && !hasCorner(row));
}

interface Rows {
  readonly first: number;
  readonly last: number;
}

/** The column of a lone character in reverse video, or of a lone block. More of them are a highlight, or a bar. */
function drawnCaret(
  cells: readonly Cell[],
  { from, to }: { readonly from: number; readonly to: number },
): number | undefined {
  const inside = cells.filter(({ column }) => column >= from && column < to);
  const found = inside.findLastIndex(
    (cell, at) => isCaret(cell) && !isCaret(inside[at - 1]) && !isCaret(inside[at + 1]),
  );
  const lone = inside.filter((cell) => isCaret(cell)).length === 1;
  return lone ? inside[found]?.column : undefined;
}

function isCaret(cell: Cell | undefined): boolean {
  return cell !== undefined && (cell.style.reverse || '▋█▌'.includes(cell.text));
}

/** Rows with a side border at their left. The right one may be missing where a program has counted columns wrong. */
function sided(screen: StyledScreen, y: number): Rows | undefined {
  const own = sideOf(screen, y);
  if (own === undefined) return undefined;
  return around(screen, y, (row) => sideOf(screen, row) === own);
}

/** The column of a row's left side. */
function sideOf({ styledRows }: StyledScreen, row: number): number | undefined {
  const first = cellsOf(styledRows[row] ?? []).find((cell) => !isBlankCell(cell));
  return first && isSideBorder(first.text) ? first.column : undefined;
}

function ruled(screen: StyledScreen, y: number): Rows | undefined {
  const { rows } = screen;
  const found = around(screen, y, (row) => !isHorizontalRule(rows[row] ?? ''));
  return isHorizontalRule(rows[found.first - 1] ?? '') && isHorizontalRule(rows[found.last + 1] ?? '')
    ? found
    : undefined;
}

function shaded(screen: StyledScreen, y: number): Rows | undefined {
  const background = backgroundOf(screen, y);
  if (background === undefined) return undefined;
  return around(screen, y, (row) => backgroundOf(screen, row) === background);
}

/** The background at the start of a row. */
function backgroundOf({ styledRows }: StyledScreen, row: number): string | undefined {
  return styledRows[row]?.[0]?.background;
}

function around({ rows }: StyledScreen, y: number, belongs: (row: number) => boolean): Rows {
  let first = y;
  while (first > 0 && belongs(first - 1)) first--;
  let last = y;
  while (last < rows.length - 1 && belongs(last + 1)) last++;
  return { first, last };
}

function placeIn(
  screen: StyledScreen,
  hints: InputHints,
  rows: Rows,
  caret: { readonly x: number; readonly y: number },
): BoxPlace | undefined {
  const isEmpty = (row: number): boolean =>
    isBlankRow(screen.rows[row]) ||
    [...(screen.rows[row] ?? '')].every((each) => each === ' ' || isSideBorder(each));
  let { first: firstRow, last: lastRow } = rows;
  while (firstRow < caret.y && isEmpty(firstRow)) firstRow++;
  while (lastRow > caret.y && isEmpty(lastRow)) lastRow--;
  const cells = cellsOf(screen.styledRows[firstRow] ?? []);
  const inside = insideColumns(cells, screen.width);
  const marker = markerOf(cells, inside.from, [...hints.markers, ...hints.modes]);
  const edge = inside.from + (inside.from > 0 ? 1 : 0);
  // The marker of a box that is higher than the screen is above it.
  const isCut = rows.first === 0 && hints.markers.length > 0;
  const indent = isCut ? indentBelowMarker(screen, firstRow, lastRow, edge) : 0;
  const from = marker ? marker.column + columnWidth(marker.text) + 1 : edge + indent;
  const start = caret.y === firstRow ? from : Math.min(from, caret.x);
  if (caret.x < start) return undefined;
  return { kind: 'drawn', firstRow, lastRow, from, nextFrom: start, to: inside.to, caret, marker };
}
