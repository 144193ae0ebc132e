import { awkPattern } from './awk-pattern.js';
import type { RedactionRule } from './redaction-rule.js';
import { parsePattern, type TranslatedPattern, translatePattern } from './translate-pattern.js';

/** A rule for `awkSpans`. Each character of a pattern or literal stands for one byte; `awkString` makes literals. */
export interface AwkRule extends Pick<TranslatedPattern, 'ignoreCase' | 'literals'> {
  /** Prefix and pattern together. */
  readonly whole: string;
  /** Empty where the rule has none. */
  readonly prefix: string;
  readonly pattern: string;
  /** Whether it needs the slow and sure way of `awkSpans`. */
  readonly careful: boolean;
}

const known = new WeakMap<RedactionRule, AwkRule>();

/** Translates a rule for awk, or refuses with `PATTERN_NOT_TRANSLATABLE`. */
export function awkRule(rule: RedactionRule): AwkRule {
  const translated = known.get(rule) ?? translateRule(rule);
  known.set(rule, translated);
  return translated;
}

function translateRule({ prefix, pattern }: RedactionRule): AwkRule {
  const hidden = translatePattern(pattern, 'awk');
  if (!prefix) {
    return {
      ...quick(hidden),
      whole: hidden.source,
      prefix: '',
      pattern: hidden.source,
      careful: isCareful(hidden),
    };
  }
  const kept = translatePattern(prefix, 'awk');
  const together = awkPattern({ type: 'sequence', items: [parsePattern(prefix), parsePattern(pattern)] });
  return {
    ...quick(kept.literals ? kept : hidden),
    whole: together.source,
    prefix: kept.source,
    pattern: hidden.source,
    careful: together.careful,
  };
}

function isCareful({ careful = false }: TranslatedPattern): boolean {
  return careful;
}

function quick({ ignoreCase, literals }: TranslatedPattern): Pick<AwkRule, 'ignoreCase' | 'literals'> {
  return { ignoreCase, ...(literals && { literals }) };
}

/**
 * Functions of awk. `mux_spans(text, whole, prefix, pattern, careful)` puts the parts of the text that a rule hides into
 * `mux_from[i]` and `mux_to[i]` (first and last byte, from 1) and returns how many there are; they come in order of
 * their start and may overlap.
 *
 * The quick way takes one longest match after the other. It is wrong where JavaScript would find a match that begins
 * inside a longer one, and where a text has two ways to match: `match()` of mawk 1.3.4 then returns the first of
 * several matches that it met twice, be it the leftmost and longest or not. The careful way asks only whether something
 * matches, at each start, from the longest down; in a line that is too long for that it hides all.
 */
export const awkSpans = `
function mux_spans(text, whole, prefix, pattern, careful,    n, at, size, rest) {
  n = 0
  size = length(text)
  if (careful && size > 4096) {
    if (text !~ whole) return 0
    mux_from[1] = 1
    mux_to[1] = size
    return 1
  }
  for (at = 1; at <= size; at++) {
    rest = substr(text, at)
    if (careful) {
      if (rest !~ whole) break
      if (rest !~ ("^(" whole ")")) continue
      RLENGTH = mux_longest(rest, "^(" whole ")$")
      if (RLENGTH < 1) continue
    } else {
      if (!match(rest, whole) || RLENGTH < 1) break
      at += RSTART - 1
    }
    n++
    mux_from[n] = at
    mux_to[n] = at + RLENGTH - 1
    if (prefix != "") mux_from[n] += mux_kept(substr(text, at, RLENGTH), "^(" prefix ")$", "^(" pattern ")$")
    if (!careful) at = mux_to[n]
  }
  return n
}
function mux_longest(text, anchored,    size) {
  for (size = length(text); size > 0; size--) if (substr(text, 1, size) ~ anchored) break
  return size
}
function mux_kept(text, prefix, pattern,    size) {
  for (size = 1; size < length(text); size++)
    if (substr(text, 1, size) ~ prefix && substr(text, size + 1) ~ pattern) return size
  return 0
}
`;
