import { columnWidth } from '../vt/index.js';
import { secretForms } from './secret-forms.js';

/** Cells of a terminal, in one row. */
export interface CellRange {
  readonly row: number;
  /** From 0. */
  readonly column: number;
  readonly length: number;
}

/**
 * Where secrets stand in the rows of a terminal: whole, broken over rows by the terminal or by a program that pads or
 * draws a box, and long pieces of them that are left alone.
 */
export function secretCells(rows: readonly string[], secrets: readonly string[]): CellRange[] {
  const whole = secrets.map((secret) => secret.replace(/[\r\n]/g, '')).filter((secret) => secret !== '');
  const wanted = [...new Set(whole.flatMap(secretForms))];
  const text = rows.join('\n');
  const cells = wanted.flatMap((secret) => [...text.matchAll(brokenPattern(secret))].flatMap(cellsOf(rows)));
  const pieces = rows.flatMap((line, row) =>
    [...line.matchAll(/[^\s│┃║|]+/g)]
      .filter(([word]) => word.length >= SHORTEST_PIECE && wanted.some((secret) => secret.includes(word)))
      .map(({ 0: word, index }) => cellRange(line, row, index, index + word.length)),
  );
  return [...cells, ...pieces];
}

/** Shorter pieces are found in any text. */
const SHORTEST_PIECE = 12;

const BREAK = '(?:[ \\t│┃║|]*\\n[ \\t│┃║|]*)?';

function brokenPattern(secret: string): RegExp {
  const characters = [...secret].map((character) => character.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return new RegExp(characters.join(BREAK), 'gu');
}

/** The cells of a match, without the spaces and sides of boxes where it was broken. */
function cellsOf(rows: readonly string[]): (match: RegExpExecArray) => CellRange[] {
  return ({ 0: match, index }) => {
    let row = 0;
    let start = 0;
    while (start + (rows[row]?.length ?? 0) < index) start += (rows[row++]?.length ?? 0) + 1;
    const broken = match.split('\n');
    return broken.map((piece, number) => {
      const line = rows[row + number] ?? '';
      const from = number === 0 ? index - start : 0;
      const shown = piece
        .replace(number === 0 ? /^/ : /^[ \t│┃║|]+/, '')
        .replace(number === broken.length - 1 ? /$/ : /[ \t│┃║|]+$/, '');
      const at = line.indexOf(shown, from);
      return cellRange(line, row + number, at, at + shown.length);
    });
  };
}

function cellRange(line: string, row: number, from: number, to: number): CellRange {
  return { row, column: columnWidth(line.slice(0, from)), length: columnWidth(line.slice(from, to)) };
}
