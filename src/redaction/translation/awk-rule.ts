import { beginOf } from '../../patterns/index.js';
import { builtInRules } from '../built-in-rules.js';
import type { RedactionRule } from '../redaction-rule.js';
import { awkPattern } from './awk-pattern.js';
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
  /** Whether a match that ends well before the end of a part of the line is one of the line, as with all built-in rules. */
  readonly near: boolean;
  /** The pattern in two parts, and what the second one may begin with, see `RedactionRule`. */
  readonly parts?: { readonly head: string; readonly rest: string; readonly begun: string };
}

const known = new WeakMap<RedactionRule, AwkRule>();

/** Translates a rule for awk, or refuses with `PATTERN_NOT_TRANSLATABLE`. */
export function awkRule(rule: RedactionRule): AwkRule {
  const translated = known.get(rule) ?? translateRule(rule);
  known.set(rule, translated);
  return translated;
}

function translateRule(rule: RedactionRule): AwkRule {
  const { prefix, pattern, parts } = rule;
  const isBuiltIn = builtInRules.rules.includes(rule);
  const hidden = translatePattern(pattern, 'awk');
  if (!prefix) {
    return {
      ...quick(hidden),
      whole: hidden.source,
      prefix: '',
      pattern: hidden.source,
      careful: isCareful(hidden),
      near: isBuiltIn && !isCareful(hidden),
      ...(parts && { parts: translateParts(parts) }),
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
    near: isBuiltIn && !together.careful,
  };
}

function translateParts({ head, rest }: NonNullable<RedactionRule['parts']>): NonNullable<AwkRule['parts']> {
  return {
    head: translatePattern(head, 'awk').source,
    rest: translatePattern(rest, 'awk').source,
    begun: awkPattern(beginOf(parsePattern(rest))).source,
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
 *
 * With `near`, a match is looked for in a part of the text first: where there are many, none may cost all that is left.
 *
 * `mux_parts(text, head, rest, begun)` does the same for a rule in two parts. It looks at the text through a window, which
 * is made larger where a match continues behind it: neither a search that fails nor a copy of what is left may cost the
 * whole text. The least that a head matches is shorter than what two windows share. The text
 * is not handed from function to function: busybox would copy it each time.
 */
export const awkSpans = `
function mux_spans(text, whole, prefix, pattern, careful, near,    n, at, size, rest) {
  n = 0
  size = length(text)
  if (careful && size > 4096) {
    if (text !~ whole) return 0
    mux_from[1] = 1
    mux_to[1] = size
    return 1
  }
  if (near) mux_look(text)
  for (at = 1; at <= size; at++) {
    if (near && mux_near(at, whole)) at += RSTART - 1
    else {
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
    }
    n++
    mux_from[n] = at
    mux_to[n] = at + RLENGTH - 1
    if (prefix != "") mux_from[n] += mux_kept(substr(text, at, RLENGTH), "^(" prefix ")$", "^(" pattern ")$")
    if (!careful) at = mux_to[n]
  }
  return n
}
function mux_near(at, whole,    window) {
  window = mux_window(at, 4096)
  return match(window, whole) && RLENGTH > 0 && RSTART + RLENGTH < length(window) - 256
}
function mux_longest(text, anchored,    size) {
  for (size = length(text); size > 0; size--) if (substr(text, 1, size) ~ anchored) break
  return size
}
function mux_parts(text, head, rest, begun,    n, size, at, first, second) {
  n = 0
  size = length(text)
  mux_look(text)
  for (at = 1; at <= size; ) {
    if (!match(mux_window(at, 1024), head)) { at += 960; continue }
    at += RSTART - 1
    first = mux_extent(size, at, "^(" head ")", "")
    second = first ? mux_extent(size, at + first, "^(" rest ")", "^(" begun ")$") : 0
    if (second) {
      n++
      mux_from[n] = at
      mux_to[n] = at + first + second - 1
    }
    at += first + second > 0 ? first + second : 1
  }
  return n
}
function mux_extent(size, at, pattern, begun,    width, window, last) {
  for (width = 1024; ; width *= 4) {
    window = mux_window(at, width)
    last = at + width > size
    if (match(window, pattern)) { if (last || RLENGTH < length(window)) return RLENGTH }
    else if (last || begun == "" || window !~ begun) return 0
  }
}
function mux_look(text) {
  mux_text = text
  mux_at = 0
}
function mux_window(at, width) {
  if (width > 8192) return substr(mux_text, at, width)
  if (!mux_at || at < mux_at || at + width > mux_at + 16384) { mux_block = substr(mux_text, at, 16384); mux_at = at }
  return substr(mux_block, at - mux_at + 1, width)
}
function mux_kept(text, prefix, pattern,    size) {
  for (size = 1; size < length(text); size++)
    if (substr(text, 1, size) ~ prefix && substr(text, size + 1) ~ pattern) return size
  return 0
}
`;
