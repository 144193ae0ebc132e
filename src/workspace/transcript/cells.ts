import { characterWidth } from '../../screen/column-width.js';

/** The columns of a row: a wide character takes its own and an empty one, marks stay with their letter. */
export type Cells = readonly string[];

/** Takes text apart into columns. */
export function cellsOf(text: string): Cells {
  const cells: string[] = [];
  for (const character of text) {
    const width = characterWidth(character.codePointAt(0) ?? 0);
    if (width === 0) {
      const last = cells.findLastIndex((cell) => cell !== '');
      if (last >= 0) cells[last] += character;
    } else {
      cells.push(character);
      if (width === 2) cells.push('');
    }
  }
  return cells;
}

export function rowText(cells: Cells): string {
  return cells.join('');
}

/** The text of a row after something was written over it from a column on. */
export function writeCells(row: string, column: number, written: string | Cells): string {
  if (typeof written === 'string' && ASCII.test(row)) {
    if (row.length <= column) return row + ' '.repeat(column - row.length) + written;
    return row.slice(0, column) + written + row.slice(column + written.length);
  }
  const cells = [...cellsOf(row)];
  while (cells.length < column) cells.push(' ');
  // Of a wide character that is written over, the other half is blank.
  if (cells[column] === '' && column > 0) cells[column - 1] = ' ';
  const end = column + written.length;
  if (cells[end] === '') cells[end] = ' ';
  cells.splice(column, written.length, ...written);
  return rowText(cells);
}

const ASCII = /^[\x20-\x7e]*$/;
