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
