import { type Cell, cellsOf, plainStyle, type TextStyle } from '../../vt/index.js';
import type { StyledScreen } from '../styled-screen.js';

/** The cells of a screen by row and column; the second half of a wide character is an empty text. */
export class CellGrid {
  readonly width: number;
  readonly height: number;
  readonly #rows: readonly (readonly Cell[])[];

  constructor(screen: StyledScreen) {
    this.width = screen.width;
    this.height = screen.rows.length;
    this.#rows = screen.styledRows.map((row) => byColumn(cellsOf(row), screen.width));
  }

  at(row: number, column: number): Cell {
    return this.#rows[row]?.[column] ?? blank;
  }

  /** The cells of a row from one column up to another. */
  slice(row: number, from = 0, to = this.width): readonly Cell[] {
    return this.#rows[row]?.slice(from, to) ?? [];
  }

  text(row: number, from = 0, to = this.width): string {
    let text = '';
    for (const cell of this.slice(row, from, to)) text += cell.text;
    return text;
  }
}

/** How a cell looks to a person behind its letter, as one word. */
export function groundOf({ background, foreground, reverse }: TextStyle): string {
  return reverse ? `reverse ${foreground ?? ''} ${background ?? ''}` : (background ?? '');
}

/** Everything about the look of a cell, as one word. */
export function lookOf(style: TextStyle): string {
  const { bold, dim, underline, foreground } = style;
  return `${groundOf(style)}|${foreground ?? ''}|${bold}${dim}${underline === true}`;
}

const blank: Cell = { text: ' ', column: -1, style: plainStyle };

function byColumn(cells: readonly Cell[], width: number): readonly Cell[] {
  const row: Cell[] = Array.from({ length: width }, (_, column) => ({
    text: ' ',
    column,
    style: plainStyle,
  }));
  for (const [index, cell] of cells.entries()) {
    if (cell.column >= width) break;
    row[cell.column] = cell;
    const next = cells[index + 1]?.column ?? cell.column + 1;
    for (let column = cell.column + 1; column < Math.min(next, width); column++)
      row[column] = { text: '', column, style: cell.style };
  }
  return row;
}
