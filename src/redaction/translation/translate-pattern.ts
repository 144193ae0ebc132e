import {
  canBeEmpty,
  childrenOf,
  parseRegex,
  type RegexNode,
  single,
  untranslatable,
  withFlags,
} from '../../patterns/index.js';
import { awkPattern } from './awk-pattern.js';
import { requiredLiterals } from './pattern-literals.js';
import { perlPattern } from './perl-pattern.js';
import type { FilterDialect, TranslatedPattern } from './translated-pattern.js';
import { translatedRules } from './translated-rules.js';

export type { FilterDialect, TranslatedPattern } from './translated-pattern.js';

const known = {
  perl: new WeakMap<RegExp, TranslatedPattern>(),
  awk: new WeakMap<RegExp, TranslatedPattern>(),
};

/** Translates a pattern for the filter on a host, or refuses with `PATTERN_NOT_TRANSLATABLE`. */
export function translatePattern(pattern: RegExp, dialect: FilterDialect): TranslatedPattern {
  const translated =
    known[dialect].get(pattern) ?? translatedRules[dialect][String(pattern)] ?? translate(pattern, dialect);
  known[dialect].set(pattern, translated);
  return translated;
}

function translate(pattern: RegExp, dialect: FilterDialect): TranslatedPattern {
  const tree = parsePattern(pattern);
  if (canBeEmpty(tree)) {
    throw untranslatable('nothing that must be there', 'so it matches everywhere', 'Use + instead of *.');
  }
  refuseLonely(tree, '\n', 'a line feed', 'but rules see one line at a time', 'Write one pattern a line.');
  const literals = requiredLiterals(tree, pattern.ignoreCase);
  const shared = { ignoreCase: pattern.ignoreCase, ...(literals && { literals }) };
  if (dialect === 'perl') return { ...shared, source: perlPattern(tree, pattern.ignoreCase) };
  refuseLonely(tree, '\0', 'a zero byte', 'which awk does not see', 'Remove it from the pattern.');
  const { source, careful } = awkPattern(tree);
  return { ...shared, source, ...(careful && { careful }) };
}

/** Texts of which every match contains one, see `TranslatedPattern`; of a pattern that need not be translated, too. */
export function literalsIn(pattern: RegExp): readonly string[] | undefined {
  const translated = translatedRules.perl[String(pattern)];
  return translated ? translated.literals : requiredLiterals(parsePattern(pattern), pattern.ignoreCase);
}

export function parsePattern(pattern: RegExp): RegexNode {
  const tree = trees.get(pattern) ?? parseRegex(inCharacters(pattern));
  trees.set(pattern, tree);
  return tree;
}

const trees = new WeakMap<RegExp, RegexNode>();

/**
 * The same pattern for whole characters: without the `u` flag JavaScript takes an emoji for two. Where case is ignored
 * the flag would mean more than that, and some old syntax does not go with it; such patterns stay as they are.
 */
export function inCharacters(pattern: RegExp): RegExp {
  if (pattern.unicode || pattern.flags.includes('v') || pattern.ignoreCase) return pattern;
  if (/\\[upP]\{/.test(pattern.source)) return pattern;
  try {
    return withFlags(pattern, `${pattern.flags}u`);
  } catch {
    return pattern;
  }
}

function refuseLonely(node: RegexNode, character: string, ...why: [string, string, string]): void {
  if (node.type === 'set' && single(node.set) === character.charCodeAt(0)) throw untranslatable(...why);
  for (const child of childrenOf(node)) refuseLonely(child, character, ...why);
}
