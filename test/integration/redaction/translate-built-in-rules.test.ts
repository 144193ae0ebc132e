import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { builtInRules } from '../../../src/redaction/built-in-rules.js';
import type { RedactionRule } from '../../../src/redaction/redaction-rule.js';
import { awkRuleSpans, awks, perlRuleSpans, type Span } from './filters.js';

/** Between the secrets, so that they begin and end in all kinds of places. */
const noise = fc.stringMatching(/^[ "'a-zA-Z0-9=:@/é🔑_-]{0,6}$/u);

describe.each(builtInRules.rules)('the built-in rule $name', (rule) => {
  const subjects = fc.array(subjectOf(rule), { minLength: 30, maxLength: 30 });

  it('hides in perl just what it hides in JavaScript', () => {
    fc.assert(
      fc.property(subjects, (lines) => {
        const expected = lines.map((line) => hiddenIn(rule, line, (text) => [...text].length));
        expect(expected.flat()).not.toEqual([]);
        expect(perlRuleSpans(rule, lines)).toEqual(expected);
      }),
      { numRuns: 3, seed: 7770 },
    );
  });

  it.each(awks)('hides in %s just what it hides in JavaScript, or more', (_name, argv) => {
    fc.assert(
      fc.property(subjects, (lines) => {
        const expected = lines.map((line) => hiddenIn(rule, line, Buffer.byteLength));
        const found = awkRuleSpans(argv, rule, lines);
        // Only a boundary that awk leaves out makes a difference.
        if (!/\\b/.test(rule.pattern.source)) expect(found).toEqual(expected);
        else expect(found.map((spans) => spans.length >= 1)).toEqual(lines.map(() => true));
      }),
      { numRuns: 2, seed: 7770 },
    );
  });
});

function subjectOf({ prefix, pattern }: RedactionRule): fc.Arbitrary<string> {
  const secret = fc.tuple(prefix ? textFor(prefix) : fc.constant(''), textFor(pattern));
  return fc
    .tuple(noise, secret, noise, fc.option(secret))
    .map(
      ([before, first, between, second]) => `${before} ${first.join('')}${between}${second?.join('') ?? ''}`,
    );
}

/** fast-check makes no text for patterns that ignore case; either case will do. */
function textFor(pattern: RegExp): fc.Arbitrary<string> {
  const exact = new RegExp(`^(?:${pattern.source.replace(/^\\b/, '')})$`);
  return fc.stringMatching(exact, { size: 'small' }).filter((text) => !/[\n\r]/.test(text));
}

function hiddenIn(
  { prefix, pattern }: RedactionRule,
  line: string,
  measure: (text: string) => number,
): Span[] {
  const whole = new RegExp(`(?<kept>${prefix?.source ?? ''})(?:${pattern.source})`, `${pattern.flags}g`);
  return [...line.matchAll(whole)].map((match) => {
    const from = measure(line.slice(0, match.index + (match.groups?.kept?.length ?? 0)));
    return [from, measure(line.slice(0, match.index + match[0].length))];
  });
}
