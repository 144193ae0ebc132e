/** A program, and the states of its screen that are kept: for each its name and the keys that lead to it. */
export interface Scene {
  readonly program: string;
  /** The half that the recogniser was tuned on, or the one that was kept for the end. */
  readonly half: 'seen' | 'held';
  readonly name: string;
  /** A command for `sh`, in the folder with the demo files. */
  readonly run: string;
  readonly states: readonly (readonly [state: string, ...keys: string[]])[];
  /** A screen of text, without anything to act on. */
  readonly calm?: true;
}
