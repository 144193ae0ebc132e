import type { Screen } from './screen.js';

/** How a piece of text looks. Colours are the SGR parameters that set them: `90`, `38;5;244`, `48;2;1;2;3`. */
export interface TextStyle {
  readonly dim: boolean;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly reverse: boolean;
  readonly underline?: true;
  readonly struck?: true;
  readonly foreground: string | undefined;
  readonly background: string | undefined;
}

/** Text of one look. */
export interface StyledRun extends TextStyle {
  readonly text: string;
}

/** A screen with the attributes of its text. */
export interface StyledScreen extends Screen {
  /** For each row the runs that make it up, from left to right; their texts together are the row. */
  readonly styledRows: readonly (readonly StyledRun[])[];
}
