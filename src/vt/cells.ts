import { characterWidth } from './column-width.js';
import type { StyledRun, TextStyle } from './text-style.js';

/** One character of a row, with the marks that combine with it, and where it stands. */
export interface Cell {
  readonly text: string;
  /** Column, from 0. */
  readonly column: number;
  readonly style: TextStyle;
}

/** The characters of a row with their columns: a wide character takes two. */
export function cellsOf(row: readonly StyledRun[]): Cell[] {
  const cells: Cell[] = [];
  let column = 0;
  for (const style of row) {
    for (const character of style.text) {
      const width = characterWidth(character.codePointAt(0) ?? 0);
      const last = cells.at(-1);
      if (width === 0 && last) cells[cells.length - 1] = { ...last, text: last.text + character };
      else cells.push({ text: character, column, style });
      column += width;
    }
  }
  return cells;
}

/** The text of some cells. */
export function cellsText(cells: readonly Cell[]): string {
  let text = '';
  for (const cell of cells) text += cell.text;
  return text;
}

export function isBlankCell(cell: Cell): boolean {
  return cell.text === ' ' || cell.text === '\u00a0';
}
