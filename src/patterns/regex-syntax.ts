import { complement, lineTerminators, setOf } from './character-set.js';
import { type ReadOptions, RegexReader } from './regex-escapes.js';
import type { AssertionNode, RegexNode } from './regex-nodes.js';
import { untranslatable } from './untranslatable.js';

/** The tree of a pattern that the engine has compiled. */
export function parseRegex(pattern: RegExp, options?: ReadOptions): RegexNode {
  return new RegexParser(pattern, options).choice();
}

class RegexParser {
  readonly #reader: RegexReader;
  readonly #pattern: RegExp;
  /** The name of each capturing group, by its number; empty for those without. */
  readonly #groups: readonly string[];
  #opened = 0;

  constructor(pattern: RegExp, options?: ReadOptions) {
    this.#pattern = pattern;
    this.#reader = new RegexReader(pattern, options);
    this.#groups = groupNames(pattern.source);
  }

  choice(): RegexNode {
    const branches = [this.#sequence()];
    while (this.#reader.take('|')) branches.push(this.#sequence());
    return branches.length === 1 && branches[0] ? branches[0] : { type: 'choice', branches };
  }

  #sequence(): RegexNode {
    const items: RegexNode[] = [];
    while (!this.#reader.done && !this.#reader.looksAt('|') && !this.#reader.looksAt(')')) {
      items.push(this.#repeated(this.#atom()));
    }
    return items.length === 1 && items[0] ? items[0] : { type: 'sequence', items };
  }

  #repeated(item: RegexNode): RegexNode {
    const match = this.#reader.takeMatch(/([*+?]|\{(\d+)(,(\d*))?\})(\??)/y);
    if (!match) return item;
    const [, sign = '', low = '', comma, high, lazy] = match;
    const [min, max] = bounds(sign, low, comma !== undefined, high);
    return { type: 'repeat', item, min, max, lazy: lazy === '?' };
  }

  #atom(): RegexNode {
    const reader = this.#reader;
    if (reader.take('(')) return this.#group();
    if (reader.take('[')) return { type: 'set', set: reader.characterClass() };
    if (reader.take('.')) {
      return { type: 'set', set: complement(this.#pattern.dotAll ? [] : lineTerminators) };
    }
    if (reader.take('^')) return this.#assertion(this.#pattern.multiline ? 'line-start' : 'start');
    if (reader.take('$')) return this.#assertion(this.#pattern.multiline ? 'line-end' : 'end');
    if (reader.take('\\')) return this.#escape();
    return { type: 'set', set: reader.matching(setOf(reader.character())) };
  }

  #escape(): RegexNode {
    const reader = this.#reader;
    if (reader.take('b')) return this.#assertion('word-boundary');
    if (reader.take('B')) return this.#assertion('no-word-boundary');
    const set = reader.classEscape();
    if (set) return { type: 'set', set: reader.matching(set) };
    return (
      this.#backreference() ?? { type: 'set', set: reader.matching(setOf(reader.characterEscape(false))) }
    );
  }

  #backreference(): RegexNode | undefined {
    const named = this.#groups.some((name) => name !== '');
    const name = named ? this.#reader.takeMatch(/k<([^>]*)>/y)?.[1] : undefined;
    if (name !== undefined) {
      if (this.#groups.indexOf(name) !== this.#groups.lastIndexOf(name)) throw sharedName();
      return { type: 'backreference', index: this.#groups.indexOf(name) + 1 };
    }
    // Without such a group, a number is the octal code of a character.
    const number = /^[1-9]\d*/.exec(this.#reader.source.slice(this.#reader.position))?.[0];
    if (number === undefined || Number(number) > this.#groups.length) return undefined;
    this.#reader.take(number);
    return { type: 'backreference', index: Number(number) };
  }

  #group(): RegexNode {
    const reader = this.#reader;
    const look = reader.takeMatch(/\?(<?)([=!])/y);
    const plain = !look && reader.take('?:');
    const capturing = !look && !plain && (reader.takeMatch(/\?<[^>]*>/y) || !reader.looksAt('?'));
    if (!look && !plain && !capturing) {
      throw untranslatable('flags for a part of it', 'which are not read', 'Give the flags to the whole.');
    }
    const index = capturing ? ++this.#opened : 0;
    const item = this.choice();
    reader.take(')');
    if (look) return { type: 'look', behind: look[1] === '<', negative: look[2] === '!', item };
    return capturing ? { type: 'group', index, item } : item;
  }

  #assertion(kind: AssertionNode['kind']): RegexNode {
    return { type: 'assertion', kind, word: this.#reader.words };
  }
}

function bounds(sign: string, low: string, comma: boolean, high: string | undefined): [number, number] {
  if (sign === '*') return [0, Number.POSITIVE_INFINITY];
  if (sign === '+') return [1, Number.POSITIVE_INFINITY];
  if (sign === '?') return [0, 1];
  if (!comma) return [Number(low), Number(low)];
  return [Number(low), high ? Number(high) : Number.POSITIVE_INFINITY];
}

export function groupNames(source: string): string[] {
  // Escapes and classes are stepped over; what is left of `(` opens a group.
  const openings = source.matchAll(/\\.|\[(?:\\.|[^\]\\])*\]|\((?!\?)|\(\?<(?![=!])([^>]*)>/gsu);
  return [...openings].filter(([text]) => text.startsWith('(')).map(([, name]) => name ?? '');
}

function sharedName(): Error {
  return untranslatable('one name for several groups', 'which is not read', 'Give each group its own name.');
}
