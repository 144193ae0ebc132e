import { terminalFont } from './terminal-theme.js';

/** Lines of terminals are this much higher than the letters of their font. */
export const LINE_HEIGHT = 1.15;

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
  const letter = measured();
  const fitting = Math.min(width / columns / letter.width, height / rows / letter.height);
  return Math.min(limits.most, Math.max(limits.least, Math.floor(fitting * 4) / 4));
}

let letter: { readonly width: number; readonly height: number } | undefined;

/** How wide and high a letter is for its size. Fonts differ by a fifth, which would cost the last line of a screen. */
function measured(): { readonly width: number; readonly height: number } {
  if (letter) return letter;
  const size = 100;
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return { width: 0.605, height: 1.36 };
  context.font = `${size}px ${terminalFont()}`;
  const { width, fontBoundingBoxAscent, fontBoundingBoxDescent } = context.measureText('W');
  const height = ((fontBoundingBoxAscent + fontBoundingBoxDescent) / size) * LINE_HEIGHT;
  // Each line is a whole number of pixels high, so a little is lost.
  letter = { width: width / size + 0.003, height: height + 0.04 };
  return letter;
}
