import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMuxError } from '../../../src/model/mux-error.js';
import {
  type FilterDialect,
  inCharacters,
  type TranslatedPattern,
  translatePattern,
} from '../../../src/redaction/translation/translate-pattern.js';
import { sized } from '../../soak.js';
import { awkRuleSpans, awks, perlSpans, type Span } from './filters.js';
import { cases, type PatternCase } from './pattern-cases.js';

/** The same cases every time; for a search among others, say how many: `TRANSLATE_RUNS=3000`. */
const { TRANSLATE_RUNS } = process.env;
const numRuns = Number(TRANSLATE_RUNS ?? sized(50, 150));
const search = TRANSLATE_RUNS ? { numRuns } : { numRuns, seed: 7770 };

describe('a translated pattern', () => {
  it('matches in perl exactly what it matches in JavaScript', () => {
    let translated = 0;
    fc.assert(
      fc.property(cases('perl'), ({ pattern, subjects }) => {
        const translation = translationOf(pattern, 'perl');
        if (!translation) return;
        translated += 1;
        const expected = subjects.map((subject) => spansOf(pattern, subject, characters));
        expect(perlSpans(translation.source, subjects), translation.source).toEqual(expected);
        expectLiterals(translation, { pattern, subjects });
      }),
      search,
    );
    expect(translated).toBeGreaterThan(numRuns / 3);
  });

  it.each(awks)('matches in %s at least what it matches in JavaScript', (_name, argv) => {
    let translated = 0;
    fc.assert(
      fc.property(cases('awk'), ({ pattern, subjects }) => {
        const translation = translationOf(pattern, 'awk');
        if (!translation) return;
        translated += 1;
        const found = awkRuleSpans(argv, { name: 'any', pattern }, subjects);
        const open = subjects.flatMap((subject, index) =>
          spansOf(pattern, subject, bytes)
            .filter((span) => !covers(found[index] ?? [], span))
            .map((span) => ({ subject, span, found: found[index], translation })),
        );
        expect(open).toEqual([]);
      }),
      search,
    );
    expect(translated).toBeGreaterThan(numRuns / 3);
  });
});

function translationOf(pattern: RegExp, dialect: FilterDialect): TranslatedPattern | undefined {
  try {
    return translatePattern(pattern, dialect);
  } catch (error) {
    if (isMuxError(error, 'PATTERN_NOT_TRANSLATABLE')) return undefined;
    throw error;
  }
}

function spansOf(pattern: RegExp, subject: string, measure: (text: string) => number): Span[] {
  const global = new RegExp(inCharacters(pattern), `${inCharacters(pattern).flags}g`);
  return [...subject.matchAll(global)].map(({ 0: text, index }) => {
    const from = measure(subject.slice(0, index));
    return [from, from + measure(text)];
  });
}

function characters(text: string): number {
  return [...text].length;
}

function bytes(text: string): number {
  return Buffer.byteLength(text);
}

function covers(spans: readonly Span[], [from, to]: Span): boolean {
  let at = from;
  for (const [first, last] of spans) if (first <= at && last > at) at = last;
  return at >= to;
}

function expectLiterals(
  { literals, ignoreCase }: TranslatedPattern,
  { pattern, subjects }: PatternCase,
): void {
  if (!literals) return;
  for (const subject of subjects) {
    for (const [text] of subject.matchAll(new RegExp(pattern, `${pattern.flags}g`))) {
      const searched = ignoreCase ? text.toLowerCase() : text;
      expect(
        literals.some((literal) => searched.includes(literal)),
        `${searched} has ${literals}`,
      ).toBe(true);
    }
  }
}
