import type { PersonInput } from './read-input.js';

/** What is done to a program without a person. */
export type DrivenStep =
  | { readonly kind: 'input'; readonly input: PersonInput }
  | { readonly kind: 'resize'; readonly size: readonly [columns: number, rows: number] }
  /** Until the text of the screen, or of the line of the cursor, is so. */
  | { readonly kind: 'wait'; readonly where: 'screen' | 'line'; shows(text: string): boolean };

export interface DrivenSession {
  readonly steps: readonly DrivenStep[];
  /** What it was recorded with; undefined where the file does not say. */
  readonly command?: readonly string[] | undefined;
  readonly size?: readonly [columns: number, rows: number];
  readonly env?: Readonly<Record<string, string>>;
}
