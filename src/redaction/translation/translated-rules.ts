import type { FilterDialect, TranslatedPattern } from './translated-pattern.js';

/**
 * What the built-in rules are in each dialect, by their text, so that no start of a run has to translate them again.
 * Here there is nothing, and they are translated when they are needed; in the bundle of the command line
 * `scripts/lib/worked-out.mjs` fills it in.
 */
export const translatedRules: Readonly<Record<FilterDialect, TranslatedPatterns>> = { perl: {}, awk: {} };

type TranslatedPatterns = Readonly<Record<string, TranslatedPattern>>;
