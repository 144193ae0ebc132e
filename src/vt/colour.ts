/** One of the sixteen colours of a terminal by its number, or red, green and blue. */
export type Colour = number | readonly [red: number, green: number, blue: number];

/**
 * The colour that SGR parameters set, as a `TextStyle` has them. Of the palette of 256, the first sixteen are those of the
 * terminal; then come a cube of six steps for each colour and a ramp of grays.
 *
 * @example
 * readColour('91'); // 9
 * readColour('38;5;208'); // [255, 135, 0]
 */
export function readColour(sgr: string): Colour {
  const [code = 0, kind, ...values] = sgr.split(';').map(Number);
  if (kind === 5) return indexed(byte(values[0]));
  if (kind === 2) return [byte(values[0]), byte(values[1]), byte(values[2])];
  return code >= 90 ? (code % 10) + 8 : code % 10;
}

function indexed(index: number): Colour {
  if (index < 16) return index;
  if (index >= 232) {
    const gray = 8 + (index - 232) * 10;
    return [gray, gray, gray];
  }
  const step = (part: number): number => (part === 0 ? 0 : 55 + part * 40);
  const at = index - 16;
  return [step(Math.floor(at / 36)), step(Math.floor(at / 6) % 6), step(at % 6)];
}

function byte(value = 0): number {
  return Math.min(255, Math.max(0, Math.trunc(value) || 0));
}
