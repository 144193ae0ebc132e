/** The two forms of asciicast that are written. Version 2 is played everywhere, version 3 knows exits. */
export type CastFormat = 'v2' | 'v3';

/** What stands in the first line of a recording. */
export interface CastHeader {
  readonly format: CastFormat;
  /** Columns at the begin. */
  readonly width: number;
  /** Rows at the begin. */
  readonly height: number;
  /** When it began, in whole seconds since 1970. */
  readonly timestamp?: number | undefined;
  readonly title?: string | undefined;
  /** What was run. */
  readonly command?: string | undefined;
  /** Longer pauses are to be played as long as this, in seconds. */
  readonly idleTimeLimit?: number | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** One thing that happened, in seconds since the begin. */
export type CastEvent =
  /** Printed by the program. */
  | { readonly at: number; readonly type: 'output'; readonly data: string }
  /** Typed. */
  | { readonly at: number; readonly type: 'input'; readonly data: string }
  /** The terminal has another size now. */
  | { readonly at: number; readonly type: 'resize'; readonly width: number; readonly height: number }
  /** A place that somebody may look for. */
  | { readonly at: number; readonly type: 'marker'; readonly label: string }
  /** The program ended. In version 2, which has no word for it, it is a marker. */
  | { readonly at: number; readonly type: 'exit'; readonly code: number };
