/** How wide and high a letter is for its size; the fonts of the stack are all close to it. */
const ofLetter = { width: 0.605, height: 1.36 };

const limits = { least: 6, most: 17 };

/** What is to be shown, in letters, and the room for it, in pixels. */
export interface Room {
  readonly columns: number;
  readonly rows: number;
  readonly width: number;
  readonly height: number;
}

/** The size to draw with: the chosen one, or the largest at which the whole screen fits. */
export function fontSizeFor(chosen: number | 'auto', { columns, rows, width, height }: Room): number {
  if (chosen !== 'auto') return chosen;
  const fitting = Math.min(width / columns / ofLetter.width, height / rows / ofLetter.height);
  return Math.min(limits.most, Math.max(limits.least, Math.floor(fitting * 4) / 4));
}
