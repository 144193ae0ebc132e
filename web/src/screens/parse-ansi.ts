import { type Colour, readColour } from '../../../src/vt/colour.js';
import { styledRows } from '../../../src/vt/styled-rows.js';
import type { TextStyle } from '../../../src/vt/text-style.js';

/** A stretch of text that looks the same. */
export interface StyledText {
  readonly text: string;
  /** Classes of `screen.css`: `f1` for red letters, `b4` for a blue ground, `bold`, … */
  readonly classes: string;
  /** Colours other than the basic sixteen. */
  readonly color: string | undefined;
  readonly background: string | undefined;
}

/**
 * Text with SGR escape sequences, as lines of styled text. All other sequences are dropped. Styles continue from
 * line to line, as in a terminal.
 */
export function parseAnsi(ansi: string): StyledText[][] {
  // An empty line at the end counts here.
  return styledRows(`${ansi}\n`).map((row) => row.map((run) => ({ text: run.text, ...shown(run) })));
}

function shown(style: TextStyle): Omit<StyledText, 'text'> {
  const colours = [style.foreground, style.background].map((sgr) =>
    sgr === undefined ? undefined : readColour(sgr),
  );
  const [front, back] = style.reverse ? colours.toReversed() : colours;
  const classes = [
    typeof front === 'number' && `f${front}`,
    typeof back === 'number' && `b${back}`,
    style.reverse && front === undefined && 'f-ground',
    style.reverse && back === undefined && 'b-ink',
    style.bold && 'bold',
    style.dim && 'dim',
    style.italic && 'italic',
    style.underline && 'underline',
    style.struck && 'strike',
  ];
  return { classes: classes.filter(Boolean).join(' '), color: css(front), background: css(back) };
}

function css(colour: Colour | undefined): string | undefined {
  return typeof colour === 'object' ? `rgb(${colour.join(' ')})` : undefined;
}
