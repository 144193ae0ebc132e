import type { StyledRun } from '../vt/index.js';
import type { Screen } from './screen.js';

/** A screen with the attributes of its text. */
export interface StyledScreen extends Screen {
  /** For each row the runs that make it up, from left to right; their texts together are the row. */
  readonly styledRows: readonly (readonly StyledRun[])[];
}
