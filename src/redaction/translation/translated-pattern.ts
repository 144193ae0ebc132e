/** The language a recorder is written in on the host. */
export type FilterDialect = 'perl' | 'awk';

export interface TranslatedPattern {
  /**
   * The pattern in the dialect's own syntax, without delimiters, for a line without its escape sequences.
   *
   * perl: plain ASCII; holds no `$`, `@`, `/`, `#`, space, quote or capturing group of a fixed number, so it can stand
   * in `m{…}` or `qr/…/` and be put together with others. It needs no modifier. For decoded text; on a line of
   * ASCII bytes it means the same.
   *
   * awk: a dynamic ERE in which every character is one byte (0–255); `awkString` makes a literal of it. For LC_ALL=C.
   */
  readonly source: string;
  /** Whether case is ignored. `source` sees to that by itself; this is about `literals`. */
  readonly ignoreCase: boolean;
  /** Every match contains one of these (ASCII; lower-cased if `ignoreCase`); for quick rejection. */
  readonly literals?: readonly string[];
  /** Only in awk: the pattern needs the slow and sure way to find its matches, see `awkSpans`. */
  readonly careful?: boolean;
}
