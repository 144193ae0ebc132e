import { MuxError } from '../model/index.js';
import { derivedPattern, LinearPattern, withFlags } from '../patterns/index.js';
import { QuickCheck } from './quick-check.js';
import type { RedactionRule } from './redaction-rule.js';
import { inCharacters } from './translation/translate-pattern.js';

/** A part of a text. */
export type Span = readonly [from: number, to: number];

/** A rule that is ready to be applied to many lines. */
export interface CompiledRule {
  /** Whether it may hide something in a text. */
  readonly quick: QuickCheck;
  /** What it hides of a text, in order; a match of nothing hides nothing. */
  spans(text: string): Span[];
}

export function compileRule({ prefix, pattern, parts }: RedactionRule): CompiledRule {
  const quick = new QuickCheck([prefix ?? pattern]);
  if (parts) {
    const [head, rest] = [flagged(parts.head, 'g'), flagged(parts.rest, 'y')];
    return { quick, spans: (text) => spansInParts(head, rest, text) };
  }
  const whole = prefix
    ? derivedPattern(pattern, `(?<kept>${prefix.source})(?:${pattern.source})`, pattern.flags)
    : pattern;
  const searching = flagged(whole, 'g');
  return { quick, spans: (text) => spansOf(searching, text) };
}

function flagged(pattern: RegExp, flag: 'g' | 'y'): RegExp {
  const characters = inCharacters(pattern);
  return withFlags(characters, `${characters.flags.replace(/[gdy]/g, '')}${flag}`);
}

function spansOf(pattern: RegExp, text: string): Span[] {
  const spans: Span[] = [];
  const budget = pattern instanceof LinearPattern ? new Budget() : undefined;
  for (const match of text.matchAll(pattern)) {
    const from = match.index + (match.groups?.kept?.length ?? 0);
    const to = match.index + match[0].length;
    if (to > from) spans.push([from, to]);
    budget?.check();
  }
  return spans;
}

function spansInParts(head: RegExp, rest: RegExp, text: string): Span[] {
  const spans: Span[] = [];
  head.lastIndex = 0;
  for (let begun = head.exec(text); begun; begun = head.exec(text)) {
    rest.lastIndex = head.lastIndex;
    if (!rest.test(text)) continue;
    spans.push([begun.index, rest.lastIndex]);
    head.lastIndex = rest.lastIndex;
  }
  return spans;
}

/** Each match is found in linear time, but there may be many of them, and each may look at the rest of the text. */
class Budget {
  readonly #began = process.cpuUsage();

  check(): void {
    const { user, system } = process.cpuUsage(this.#began);
    if (user + system <= MOST_MICROSECONDS) return;
    throw new MuxError('PATTERN_TOO_COSTLY', 'A redaction rule takes too long on one line of output.', {
      suggestion: 'Write a rule whose matches do not need the rest of the line.',
    });
  }
}

const MOST_MICROSECONDS = 300_000;
