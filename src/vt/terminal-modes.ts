/** How a terminal takes what is printed, and what it sends, beside what it shows. */
export interface TerminalModes {
  readonly insert: boolean;
  readonly wrap: boolean;
  readonly origin: boolean;
  /** Whether pastes are marked; `undefined` where tmux does not tell. */
  readonly bracketedPaste?: boolean | undefined;
  /** The arrow keys send what full-screen programs want. */
  readonly applicationCursor: boolean;
  readonly applicationKeypad: boolean;
  /** Numbers of the private modes for the mouse that are on. */
  readonly mouse: readonly number[];
  /** First and last row that scroll, from 0. */
  readonly region: readonly [top: number, bottom: number];
}
