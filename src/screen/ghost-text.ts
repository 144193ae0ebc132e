import { type Cell, cellsText, isBlankCell, type TextStyle } from '../vt/index.js';

/**
 * The suggestion that a program shows at the caret, which looks like typed text in a capture without attributes:
 * everything from the caret on is dim or gray; only its first character may be in reverse video, where a program
 * draws its cursor. Typed text after the caret, a footer or a right-aligned prompt is not ghost text.
 *
 * @param cells what stands at the caret and behind it, in the input box
 * @example
 * ghostText(cells); // 'un the tests' after a typed 'r'
 */
export function ghostText(cells: readonly Cell[]): string {
  const end = cells.findLastIndex((cell) => !isBlankCell(cell)) + 1;
  let muted = 0;
  for (let at = 0; at < end; at++) {
    const cell = cells[at];
    if (!cell || isBlankCell(cell)) continue;
    if (isMutedStyle(cell.style)) muted++;
    else if (at > 0 || !cell.style.reverse) return '';
  }
  return muted === 0 ? '' : cellsText(cells.slice(0, end)).replaceAll('\u00a0', ' ');
}

/** Whether text is dim, or gray enough to be set back from typed text: SGR 2, SGR 90, and grays of both palettes. */
export function isMutedStyle(style: TextStyle): boolean {
  return style.dim || isGray(style.foreground);
}

function isGray(colour: string | undefined): boolean {
  if (colour === undefined) return false;
  if (colour === '90') return true;
  const [, kind, ...values] = colour.split(';').map(Number);
  if (kind === 5) return isGrayIndex(values[0] ?? 0);
  return kind === 2 && values.length === 3 && isGrayMix(values);
}

/** 232 to 249 are the grays up to `#b2b2b2`; the others are those of the colour cube, two of them a little blue. */
function isGrayIndex(index: number): boolean {
  return (index >= 232 && index <= 249) || [59, 60, 102, 103, 145].includes(index);
}

/** Themes tint their grays a little. Darker ones are the typed text of a light theme. */
function isGrayMix(values: readonly number[]): boolean {
  const brightest = Math.max(...values);
  return brightest >= 64 && brightest <= 178 && brightest - Math.min(...values) <= 32;
}
