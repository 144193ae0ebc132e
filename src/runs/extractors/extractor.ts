/** Knows where one tool prints the values that are worth having. Plain data: write one for any tool, and pass it on. */
export interface Extractor {
  /** The tool or agent: `claude`. */
  readonly tool: string;
  /** One sentence about what it finds. */
  readonly description: string;
  readonly values: readonly ValueRule[];
}

/** One value by its name, and how it is found. */
export type ValueRule = PatternRule | FinderRule;

interface NamedValue {
  readonly name: string;
  /** Whether it must not be seen: it is given to nobody but the vault, and scrubbed from everywhere else. */
  readonly secret?: boolean;
}

export interface PatternRule extends NamedValue {
  /** What it looks like on a line without escape sequences. Of several the last counts. */
  readonly pattern: RegExp;
  /**
   * The group of the pattern that is the value.
   * @default 0, the whole match
   */
  readonly group?: number;
  /**
   * Whether it is so long that the tool, or a narrow terminal, breaks it over lines. It has no spaces in it then.
   * @default false
   */
  readonly split?: boolean;
}

/** For values that no pattern can describe. */
export interface FinderRule extends NamedValue {
  /** @param lines the output without escape sequences */
  find(lines: readonly string[]): string | undefined;
}

export interface ExtractedValue {
  readonly value: string;
  readonly secret: boolean;
  /** The value as it was printed: more than one piece where it was broken over lines. */
  readonly printed: readonly string[];
}

/** Values by their names. */
export type ExtractedValues = Readonly<Record<string, ExtractedValue>>;
