/** How wide a letter is for its size; the fonts of the stack are all close to it. */
const widthOfLetter = 0.605;

const limits = { least: 6, most: 15 };

/** The size to draw with: the chosen one, or the largest at which all columns fit. */
export function fontSizeFor(chosen: number | 'auto', columns: number, width: number): number {
  if (chosen !== 'auto') return chosen;
  const fitting = Math.floor((width / columns / widthOfLetter) * 4) / 4;
  return Math.min(limits.most, Math.max(limits.least, fitting));
}
