import { type Cell, columnWidth, isBlankCell } from '../vt/index.js';

/**
 * Whether a row is a horizontal line, as programs draw it above and below a box. It may carry a few words.
 *
 * @example
 * isHorizontalRule('╭──────────────╮'); // true
 */
export function isHorizontalRule(row: string): boolean {
  const start = rule.exec(row)?.[0];
  if (start === undefined) return false;
  if (start.trim().length >= 8) return true;
  const text = row.trim();
  const lines = text.length - text.replace(ruleCharacters, '').length;
  return lines * 2 > text.length;
}

const rule = /^\s*[╭┌┏╔╰└┗╚├╞+]?[─━═╌┄┈▀▄▔▁]{3,}/u;
const ruleCharacters = /[─━═╌┄┈▀▄▔▁╭╮╰╯┌┐└┘┏┓┗┛╔╗╚╝├┤╞╡+]/gu;

/** Whether the row is the line of a closed box: it has corners. */
export function hasCorner(row: string): boolean {
  return /^\s*[╭┌┏╔╰└┗╚]/u.test(row);
}

export function isSideBorder(character: string | undefined): boolean {
  return character !== undefined && '│┃║▌▐▎▏▕┆┊|'.includes(character);
}

/** The columns between the sides of a box, or the whole row where it has none. */
export function insideColumns(cells: readonly Cell[], width: number): { from: number; to: number } {
  const first = cells.find((cell) => !isBlankCell(cell));
  const last = cells.findLast((cell) => !isBlankCell(cell));
  if (!first || !isSideBorder(first.text)) return { from: 0, to: width };
  const closed = last && last !== first && isSideBorder(last.text);
  return { from: first.column + 1, to: closed ? last.column : width };
}

/** The column of the gap before something that stands at the right edge, away from the rest of the row. */
export function boundedColumn(cells: readonly Cell[], width: number): number | undefined {
  const end = cells.findLastIndex((cell) => !isBlankCell(cell));
  const last = cells[end];
  if (!last || last.column + columnWidth(last.text) < width - 2) return undefined;
  let blanks = 0;
  for (let at = end; at >= 0; at--) {
    const cell = cells[at];
    if (!cell) break;
    blanks = isBlankCell(cell) ? blanks + 1 : 0;
    if (blanks === 3) return firstOfGap(cells, at);
  }
  return undefined;
}

function firstOfGap(cells: readonly Cell[], at: number): number | undefined {
  let first = at;
  while (first > 0 && isBlankCell(cells[first - 1] as Cell)) first--;
  return cells[first]?.column;
}

/** How many columns of a row are blank at its start; all of them for an empty row. */
export function indentOf(row: string): number {
  return /^[\s\u00a0]*/u.exec(row)?.[0].length ?? 0;
}

export function isBlankRow(row: string | undefined): boolean {
  return row === undefined || row.trim() === '';
}
