import type { TextStyle } from './styled-screen.js';

/** The colours of a terminal: what it is painted with where a program asks for nothing, and the plain sixteen. */
export interface TerminalTheme {
  readonly foreground: string;
  readonly background: string;
  /** Black, red, green, yellow, blue, magenta, cyan, white, then the bright ones. */
  readonly colours: readonly string[];
}

export const darkTheme: TerminalTheme = Object.freeze({
  foreground: '#d8dee9',
  background: '#14171c',
  colours: [
    ...['#2a2f38', '#e06c75', '#8cc570', '#e5c07b', '#61a8ee', '#c678dd', '#56b6c2', '#c5cad3'],
    ...['#5c6370', '#ff7b85', '#a5e075', '#ffd780', '#7cc0ff', '#de8ff2', '#6fd3de', '#ffffff'],
  ],
});

/** What a piece of text is painted with, reverse video done. */
export interface Paint {
  readonly foreground: string;
  /** `undefined` where it is the terminal's own, which needs no painting. */
  readonly background: string | undefined;
}

export function paintOf(style: TextStyle, theme: TerminalTheme): Paint {
  const foreground = colourOf(style.foreground, theme) ?? theme.foreground;
  const background = colourOf(style.background, theme);
  if (!style.reverse) return { foreground, background };
  return { foreground: background ?? theme.background, background: foreground };
}

/**
 * The colour that SGR parameters set; `undefined` for none.
 *
 * @example
 * colourOf('38;5;208', darkTheme); // '#ff8700'
 */
function colourOf(sgr: string | undefined, theme: TerminalTheme): string | undefined {
  if (sgr === undefined) return undefined;
  const [code = 0, kind, ...values] = sgr.split(';').map(Number);
  if (kind === 5) return indexed(values[0] ?? 0, theme);
  if (kind === 2) return hex(values);
  return theme.colours[code >= 90 ? (code % 10) + 8 : code % 10];
}

/** The palette of 256: the plain ones, a cube of six steps for each colour, a ramp of grays. */
function indexed(index: number, theme: TerminalTheme): string | undefined {
  if (index < 16) return theme.colours[index];
  if (index >= 232) return hex([8, 8, 8].map((value) => value + (index - 232) * 10));
  const steps = [0, 95, 135, 175, 215, 255];
  const at = index - 16;
  return hex([Math.floor(at / 36), Math.floor(at / 6) % 6, at % 6].map((step) => steps[step] ?? 0));
}

function hex(values: readonly number[]): string {
  const two = (value: number): string =>
    Math.min(255, Math.max(0, Math.trunc(value) || 0))
      .toString(16)
      .padStart(2, '0');
  return `#${[0, 1, 2].map((at) => two(values[at] ?? 0)).join('')}`;
}
