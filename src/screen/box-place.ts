import type { TextStyle } from '../vt/index.js';

/** What is known about the input box of a program. */
export interface InputHints {
  /**
   * How the box is found: `border`, between two horizontal lines; `marker`, by the marker before its text; `caret`, by
   * the caret that the program draws itself; `bar`, behind a bar at its left; `any`, all of them and ordinary prompts.
   * @default 'any'
   */
  readonly detect: 'any' | 'border' | 'marker' | 'caret' | 'bar';
  /** What stands before the text. */
  readonly markers: readonly string[];
  /** Markers that are the first typed character themselves, as `!` for a shell command. */
  readonly modes: readonly string[];
  /** The lines above and below the box. */
  readonly border: RegExp | undefined;
  /** Whether the program shows the cursor of the terminal whenever its box takes text. */
  readonly cursor: 'any' | 'visible';
  /** What an empty box may show. */
  readonly placeholders: readonly RegExp[];
  /** What dim text in an empty box is, where no placeholder fits. */
  readonly mutedWhenEmpty: 'either' | 'placeholder' | 'ghost';
  /** What stands for pasted text. */
  readonly pasteMarkers: readonly RegExp[];
}

export const inputDefaults: InputHints = Object.freeze({
  detect: 'any',
  markers: ['❯', '›', '»', '▶', '➜', '>'],
  modes: ['!'],
  border: undefined,
  cursor: 'any',
  placeholders: [],
  mutedWhenEmpty: 'either',
  pasteMarkers: [/\[(?:[Pp]asted?|[Ii]mage)\b[^[\]\n]*\]/u],
} as const);

/**
 * How an input box was found: between lines; behind a marker; as a box whose caret the program draws itself; as a
 * line with a prompt; as a line that ends in a colon or question mark.
 */
export type BoxKind = (typeof boxKinds)[number];
export const boxKinds = ['border', 'marker', 'drawn', 'line', 'asking'] as const;

/** Lines are wrapped by the terminal, boxes by the program. */
export function isLineKind(kind: BoxKind | undefined): boolean {
  return kind === 'line' || kind === 'asking';
}

/** Where on the screen an input box is. */
export interface BoxPlace {
  readonly kind: BoxKind;
  readonly firstRow: number;
  readonly lastRow: number;
  /** The columns of its text: in the first row from `from`, in the others from `nextFrom`, all before `to`. */
  readonly from: number;
  readonly nextFrom: number;
  readonly to: number;
  readonly caret: { readonly x: number; readonly y: number };
  readonly marker: Marker | undefined;
}

export interface Marker {
  readonly text: string;
  readonly column: number;
  readonly style: TextStyle;
}
