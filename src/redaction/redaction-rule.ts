/** One kind of secret: where it stands in a line. */
export interface RedactionRule {
  /** For messages, never the secret itself: `anthropic-key`, `custom-1`, `secret-2`. */
  readonly name: string;
  /** What is hidden. */
  readonly pattern: RegExp;
  /** The text itself, where the pattern matches nothing else: a secret that was given. */
  readonly literal?: string;
  /**
   * Matched directly in front of it and kept: `password=`. It has the flags of `pattern`, cannot be empty, and neither
   * of the two has a backreference.
   */
  readonly prefix?: RegExp;
  /**
   * The pattern in two parts, where a search that starts again at the next character would take time that grows with the
   * square of the text: where the head has matched and the rest has not, nothing that begins inside that head matches.
   */
  readonly parts?: { readonly head: RegExp; readonly rest: RegExp };
}

/** The replacement for a secret. */
export const MASK = '****';

/** A block without an end is over after so many lines, or a lone first line would hide all that follows. */
export const MAX_BLOCK_LINES = 500;

/** Lines from `begin` to `end`, both included, each become the mask: private keys. */
export interface RedactionBlock {
  readonly name: string;
  readonly begin: RegExp;
  readonly end: RegExp;
}

export interface RedactionRules {
  readonly rules: readonly RedactionRule[];
  readonly blocks: readonly RedactionBlock[];
}
