import { readColour, type TextStyle } from '../vt/index.js';

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

function colourOf(sgr: string | undefined, theme: TerminalTheme): string | undefined {
  if (sgr === undefined) return undefined;
  const colour = readColour(sgr);
  if (typeof colour === 'number') return theme.colours[colour];
  return `#${colour.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
