/** Everything needed to resume a screen model where it stopped; contains text without styles. */
export interface ScreenState {
  readonly width: number;
  readonly height: number;
  readonly rows: readonly (readonly [text: string, wrapped: 0 | 1])[];
  readonly x: number;
  readonly y: number;
  /** The part of a wrapped line that has left the screen. */
  readonly prefix: string;
  /** Lines that have left the screen, since the first. */
  readonly settled: number;
  /** How many of them were cleared away with the history. */
  readonly cleared: number;
  readonly region: readonly [top: number, bottom: number];
  readonly saved: readonly [x: number, y: number];
  readonly alternate: boolean;
  /** Where the cursor goes when a program leaves the alternate screen; missing where none has entered it. */
  readonly beneath?: readonly [x: number, y: number];
  /** The modes that are not as in a new terminal: `insert`, `nowrap`, `origin`, `lines` for the set of lines. */
  readonly modes?: readonly string[];
  /** A sequence that has not ended. */
  readonly held?: string;
}

/** A screen that nothing was printed on. */
export function emptyScreen(width: number, height: number): ScreenState {
  return {
    width,
    height,
    rows: [],
    x: 0,
    y: 0,
    prefix: '',
    settled: 0,
    cleared: 0,
    region: [0, height - 1],
    saved: [0, 0],
    alternate: false,
  };
}
