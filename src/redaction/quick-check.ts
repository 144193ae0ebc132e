import { literalsIn } from './translation/translate-pattern.js';

/** Tells most texts in which none of the patterns can match, much quicker than the patterns would. */
export class QuickCheck {
  /** `undefined` where some pattern can match without a certain text. */
  readonly #literals: RegExp | undefined;

  constructor(patterns: readonly RegExp[]) {
    const lists = patterns.map(literalsOf);
    this.#literals = lists.every((list) => list !== undefined) ? anyOf(lists.flat()) : undefined;
  }

  /** Whether one of the patterns may match. */
  test(text: string): boolean {
    return this.#literals === undefined || this.#literals.test(text);
  }
}

const known = new WeakMap<RegExp, readonly string[] | undefined>();

/** Sources of what each match contains. */
function literalsOf(pattern: RegExp): readonly string[] | undefined {
  if (!known.has(pattern)) known.set(pattern, findLiterals(pattern));
  return known.get(pattern);
}

function findLiterals(pattern: RegExp): readonly string[] | undefined {
  let literals: readonly string[] | undefined;
  try {
    literals = literalsIn(pattern);
  } catch {
    // What the parser refuses, the engine can match all the same.
    return undefined;
  }
  return literals?.map((literal) =>
    Array.from(literal, (letter) => letterSource(letter, pattern.ignoreCase)).join(''),
  );
}

function letterSource(letter: string, ignoreCase: boolean): string {
  if (/[a-z]/.test(letter) && ignoreCase) return `[${letter}${letter.toUpperCase()}]`;
  return letter.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');
}

function anyOf(sources: readonly string[]): RegExp {
  // Nothing at all is never found.
  return sources.length === 0 ? /(?!)/ : new RegExp([...new Set(sources)].join('|'));
}
