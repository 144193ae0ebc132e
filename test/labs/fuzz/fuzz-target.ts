/** Something that reads what others wrote: a parser, a scanner, a door of the server. */
export interface FuzzTarget {
  readonly name: string;
  /** Inputs that it understands; the others are made from these. */
  readonly seeds: readonly string[];
  /** Words that mean something to it. */
  readonly tokens: readonly string[];
  /**
   * Takes one input. It may refuse it with a `MuxError`, or with one of `refusals`; whatever else it throws is a crash.
   */
  take(input: Buffer): unknown;
  /** Other errors that are an answer, as `SyntaxError` is for a regular expression. */
  readonly refusals?: readonly (new (
    ...args: never[]
  ) => Error)[];
}
