import { type FoundInput, loneCaret, type StyledScreen } from '../../screen/index.js';
import { cellsOf } from '../../vt/index.js';

/**
 * Whether a box takes keys at this moment: the terminal's cursor is in it, or a caret is drawn in it. A program that
 * has put a dialog in front may leave its box on the screen, without a caret.
 */
export function isLiveInput({ cursor, styledRows }: StyledScreen, { box, place }: FoundInput): boolean {
  if (place.kind !== 'drawn') return true;
  const { caret, firstRow, lastRow } = box;
  if (cursor.x === caret.x && cursor.y === caret.y) return true;
  for (let row = firstRow; row <= lastRow; row++) {
    const cells = cellsOf(styledRows[row] ?? []);
    const drawn = cells.some(
      ({ column, style, text }) =>
        column >= place.from && column < place.to && (style.reverse || blocks.includes(text)),
    );
    if (drawn || loneCaret(cells, place)) return true;
  }
  return false;
}

/** Characters that programs draw as a caret. */
const blocks = ['█', '▋', '▌', '▍', '▎', '▏', '▁', '▮'];
