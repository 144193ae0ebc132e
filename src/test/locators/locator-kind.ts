import type { Match, Place, ScreenGrid } from './screen-grid.js';

/**
 * A way to find things on a screen. A further kind is one more function that makes such an entry, and one more method of
 * `LocatorSource`.
 */
export interface LocatorKind {
  /** As it stands in the test: `getByText('Save')`. */
  readonly description: string;
  /** What there is of it in a place, in reading order. */
  find(grid: ScreenGrid, within: Place): readonly Match[];
  /** The nearest thing to it, for the message where there is none. */
  nearest?(grid: ScreenGrid, within: Place): string | undefined;
}
