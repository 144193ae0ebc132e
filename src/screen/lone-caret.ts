import type { Cell } from '../vt/index.js';

/**
 * The caret that a program draws itself: one cell in reverse video, or with a background that the cells around it do not
 * have. More of them are a highlight.
 */
export function loneCaret(
  cells: readonly Cell[],
  { from, to }: { readonly from: number; readonly to: number },
): Cell | undefined {
  const inside = cells.filter(({ column }) => column >= from && column < to);
  const reversed = inside.findIndex(({ style }) => style.reverse);
  if (reversed >= 0) return inside[reversed + 1]?.style.reverse ? undefined : inside[reversed];
  const shaded = inside.filter((cell) => cell.style.background !== inside.at(-1)?.style.background);
  return shaded.length === 1 ? shaded[0] : undefined;
}
