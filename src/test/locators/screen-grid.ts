import type { StyledScreen } from '../../screen/index.js';
import { type Cell, cellsOf, columnWidth } from '../../vt/index.js';

/** Columns of one row, from the first to the one before `to`. */
export interface Span {
  readonly row: number;
  readonly from: number;
  readonly to: number;
}

/** A part of a screen: a span for each of its rows, from top to bottom. */
export type Place = readonly Span[];

/** Something on a screen that a locator means. */
export interface Match {
  readonly place: Place;
}

/** A screen by its columns and rows, which is what locators look at. */
export class ScreenGrid {
  readonly screen: StyledScreen;
  /** Whether a column of a row shows something else than it did at the last action. */
  readonly isNew: (row: number, column: number) => boolean;
  /** The name of the program that shows it. */
  readonly program: string | undefined;
  readonly #rows: (readonly Cell[])[] = [];

  constructor(
    screen: StyledScreen,
    isNew: (row: number, column: number) => boolean = () => true,
    program?: string,
  ) {
    this.screen = screen;
    this.isNew = isNew;
    this.program = program;
  }

  get whole(): Place {
    const { width, styledRows } = this.screen;
    return styledRows.map((_, row) => ({ row, from: 0, to: width }));
  }

  /** The characters of a span. One that is wider than what is left of it counts where it begins. */
  cells({ row, from, to }: Span): readonly Cell[] {
    const cells = this.#rows[row] ?? cellsOf(this.screen.styledRows[row] ?? []);
    this.#rows[row] = cells;
    return cells.filter(({ column }) => column >= from && column < to);
  }

  /** The text of a place: its rows without the blanks around them, those that the terminal wrapped put together. */
  text(place: Place): string {
    const lines = textLines(this, place).map(({ text }) => text.trim());
    while (lines.at(-1) === '') lines.pop();
    return lines.join('\n');
  }
}

/** A line to search in, and which columns its characters stand in. */
export interface TextLine {
  readonly text: string;
  /** By the index in the text. */
  readonly columns: readonly Span[];
}

/** The lines of a place. Rows that the terminal wrapped are one line where the place reaches over both edges. */
export function textLines(grid: ScreenGrid, place: Place): TextLine[] {
  const { width, lineOfRow } = grid.screen;
  const lines: { text: string; columns: Span[]; last: Span }[] = [];
  for (const span of place) {
    const above = lines.at(-1);
    const goesOn =
      above?.last.row === span.row - 1 &&
      above.last.to >= width &&
      span.from === 0 &&
      lineOfRow[span.row] !== undefined &&
      lineOfRow[span.row] === lineOfRow[span.row - 1];
    const line = goesOn ? above : { text: '', columns: [], last: span };
    if (line !== above) lines.push(line);
    line.last = span;
    for (const { text, column } of grid.cells(span)) {
      const cell = { row: span.row, from: column, to: column + Math.max(1, columnWidth(text)) };
      for (let at = 0; at < text.length; at++) line.columns.push(cell);
      line.text += text;
    }
  }
  return lines.map(({ text, columns }) => ({ text: text.trimEnd(), columns }));
}

/** The place of some characters of a line. */
export function placeIn({ columns }: TextLine, from: number, to: number): Place {
  const spans: Span[] = [];
  for (const cell of columns.slice(from, to)) {
    const last = spans.at(-1);
    if (last?.row === cell.row) spans[spans.length - 1] = { ...last, to: cell.to };
    else spans.push(cell);
  }
  return spans;
}

/** Whether a place lies in another one. */
export function isWithin(inner: Place, outer: Place): boolean {
  return inner.every(({ row, from, to }) =>
    outer.some((span) => span.row === row && span.from <= from && span.to >= to),
  );
}

export function samePlace(a: Place, b: Place): boolean {
  return isWithin(a, b) && isWithin(b, a);
}

/** In the order in which a person reads: above first, then left. */
export function inReadingOrder(a: Match, b: Match): number {
  const [first, second] = [a.place[0], b.place[0]];
  if (!first || !second) return 0;
  return first.row - second.row || first.from - second.from;
}
