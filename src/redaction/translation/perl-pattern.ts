import {
  type AssertionNode,
  type CharacterSet,
  canBeEmpty,
  childrenOf,
  complement,
  containsGroup,
  fixedLength,
  has,
  LAST_CHARACTER,
  type LookNode,
  lineTerminators,
  type RegexNode,
  type RepeatNode,
  setOf,
  single,
  untranslatable,
} from '../../patterns/index.js';
import { referencedGroups } from './regex-captures.js';

/**
 * A pattern for perl 5.10 and later that matches decoded text exactly as JavaScript would. Everything but letters
 * and digits is written as a code, so no delimiter ends it and nothing in it is taken for a variable.
 */
export function perlPattern(node: RegexNode, ignoreCase: boolean): string {
  return new PerlPrinter(node, ignoreCase).print(node);
}

/** What a counted repetition may hold in every version of perl. */
const MAX_COUNT = 32_766;
const MAX_LOOKBEHIND = 255;

class PerlPrinter {
  readonly #ignoreCase: boolean;
  readonly #referenced: ReadonlySet<number>;
  /** The groups printed so far: references count back from the last one, so that patterns can be put together. */
  readonly #printed: number[] = [];

  readonly #lazySign: string;

  constructor(node: RegexNode, ignoreCase: boolean) {
    // A lazy repetition in front of a character that the text cannot hold makes the next one lazy too (perl 5.36);
    // something that is always true between the two prevents that.
    this.#lazySign = hasWideCharacter(node) ? '?(?:(?!\\z)|\\z)' : '?';
    this.#ignoreCase = ignoreCase;
    this.#referenced = referencedGroups(node);
  }

  print(node: RegexNode): string {
    switch (node.type) {
      case 'set':
        return printSet(node.set);
      case 'sequence':
        return node.items
          .map((item) => (item.type === 'choice' ? this.#atom(item) : this.print(item)))
          .join('');
      case 'choice':
        return node.branches.map((branch) => this.print(branch)).join('|');
      case 'repeat':
        return this.#repeat(node);
      case 'group':
        if (!this.#referenced.has(node.index)) return this.#atom(node.item);
        this.#printed.push(node.index);
        return `(${this.print(node.item)})`;
      case 'backreference':
        return this.#backreference(node.index);
      case 'look':
        return this.#look(node);
      case 'assertion':
        return printAssertion(node);
    }
  }

  /** Printed so that a quantifier behind it means all of it. */
  #atom(node: RegexNode): string {
    if (node.type === 'set') return this.print(node);
    if (node.type === 'group') return this.print(node);
    return `(?:${this.print(node)})`;
  }

  #repeat({ item, min, max, lazy }: RepeatNode): string {
    if (min > MAX_COUNT || (max > MAX_COUNT && max !== Number.POSITIVE_INFINITY)) {
      throw untranslatable(`a repetition of more than ${MAX_COUNT}`, 'which perl refuses', 'Use + or *.');
    }
    // perl 5.36 takes /a{0}a|a/ for two characters.
    if (max === 0) return '';
    // perl is content with an empty round, JavaScript looks for another way to fill one that need not be there.
    if (canBeEmpty(item) && (!emptyComesLast(item) || this.#capturesIn(item))) {
      throw untranslatable(
        'a repeated part that can be empty',
        'which perl repeats otherwise',
        'Let each round match at least one character.',
      );
    }
    return `${this.#atom(item)}${printBounds(min, max)}${lazy ? this.#lazySign : ''}`;
  }

  #capturesIn(node: RegexNode): boolean {
    return [...this.#referenced].some((index) => containsGroup(node, index));
  }

  #backreference(index: number): string {
    const back = this.#printed.length - this.#printed.indexOf(index);
    return this.#ignoreCase ? `(?i:\\g{-${back}})` : `\\g{-${back}}`;
  }

  #look({ behind, negative, item }: LookNode): string {
    if (behind) {
      const branches = item.type === 'choice' ? item.branches : [item];
      if (branches.some((branch) => (fixedLength(branch) ?? Number.POSITIVE_INFINITY) > MAX_LOOKBEHIND)) {
        throw untranslatable(
          'a lookbehind without a fixed length',
          'which perl does not have',
          'Give each of its alternatives a fixed length.',
        );
      }
    }
    return `(?${behind ? '<' : ''}${negative ? '!' : '='}${this.print(item)})`;
  }
}

function hasWideCharacter(node: RegexNode): boolean {
  if (node.type === 'set') return (single(node.set) ?? 0) > 0xff;
  return childrenOf(node).some(hasWideCharacter);
}

/** Whether matching nothing is what the node tries last. */
function emptyComesLast(node: RegexNode): boolean {
  switch (node.type) {
    case 'sequence':
      return node.items.every((item) => !canBeEmpty(item) || emptyComesLast(item));
    case 'choice':
      return node.branches.every((branch, index) =>
        index === node.branches.length - 1
          ? !canBeEmpty(branch) || emptyComesLast(branch)
          : !canBeEmpty(branch),
      );
    case 'repeat':
      return !node.lazy && (!canBeEmpty(node.item) || emptyComesLast(node.item));
    case 'group':
      return emptyComesLast(node.item);
    case 'backreference':
      return false;
    default:
      return true;
  }
}

function printBounds(min: number, max: number): string {
  if (max === Number.POSITIVE_INFINITY) return min === 0 ? '*' : min === 1 ? '+' : `{${min},}`;
  if (min === 0 && max === 1) return '?';
  return min === max ? `{${min}}` : `{${min},${max}}`;
}

function printAssertion({ kind, word }: AssertionNode): string {
  const inWord = printSet(word);
  switch (kind) {
    case 'start':
      return '\\A';
    case 'end':
      return '\\z';
    case 'line-start':
      return `(?<!${printSet(complement(lineTerminators))})`;
    case 'line-end':
      return `(?!${printSet(complement(lineTerminators))})`;
    case 'word-boundary':
      return `(?:(?<=${inWord})(?!${inWord})|(?<!${inWord})(?=${inWord}))`;
    case 'no-word-boundary':
      return `(?:(?<=${inWord})(?=${inWord})|(?<!${inWord})(?!${inWord}))`;
  }
}

function printSet(set: CharacterSet): string {
  const only = single(set);
  if (only !== undefined) return printCharacter(only);
  if (set.length === 0) return '(?!)';
  const open = set.at(-1)?.[1] === LAST_CHARACTER;
  const printed = open ? complement(set) : set;
  if (printed.length === 0) return '(?s:.)';
  return `[${open ? '^' : ''}${printed.map(printRange).join('')}]`;
}

function printRange([first, last]: readonly [number, number]): string {
  if (first === last) return printCharacter(first);
  return `${printCharacter(first)}-${printCharacter(last)}`;
}

const asIs = setOf([0x30, 0x39], [0x41, 0x5a], [0x61, 0x7a]);

function printCharacter(character: number): string {
  return has(asIs, character) ? String.fromCodePoint(character) : `\\x{${character.toString(16)}}`;
}
