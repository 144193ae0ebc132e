import type { TranslatedPattern } from './translate-pattern.js';

interface QuickLiterals {
  readonly exact: readonly string[];
  /** In lower case, to be looked for in a text in lower case. */
  readonly folded: readonly string[];
}

/** The fewest texts of which one is there wherever one of the patterns matches that have any. */
export function quickLiterals(
  patterns: readonly Pick<TranslatedPattern, 'literals' | 'ignoreCase'>[],
): QuickLiterals {
  const literals = (folded: boolean): string[] =>
    patterns.filter(({ ignoreCase }) => ignoreCase === folded).flatMap((pattern) => pattern.literals ?? []);
  return { exact: fewest(literals(false)), folded: fewest(literals(true)) };
}

/** One that holds another is found with that. */
function fewest(literals: readonly string[]): string[] {
  const all = [...new Set(literals)];
  return all.filter((literal) => !all.some((other) => other !== literal && literal.includes(other)));
}
