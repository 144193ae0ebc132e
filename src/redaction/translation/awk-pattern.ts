import {
  type CharacterSet,
  complement,
  has,
  intersection,
  type RegexNode,
  setOf,
} from '../../patterns/index.js';
import { needsCare } from './awk-overlap.js';
import { type AwkNode, awkTree, canAwkBeEmpty, tooLarge } from './awk-tree.js';
import { utf8Sequences } from './utf8-sequences.js';

const MAX_BYTES = 8_192;

/**
 * An ERE for mawk, gawk and busybox that works on the bytes of UTF-8 and matches at least what the pattern matches.
 * Each character of it stands for one byte.
 */
export function awkPattern(node: RegexNode): { readonly source: string; readonly careful: boolean } {
  const { tree, exact } = awkTree(node);
  const source = print(tree);
  if (source.length > MAX_BYTES) throw tooLarge();
  return { source, careful: hasLoneOpenSet(tree) || needsCare(tree, exact) };
}

function print(node: AwkNode): string {
  switch (node.type) {
    case 'set':
      return printCharacter(node.set);
    case 'sequence':
      return printSequence(node.items);
    case 'choice':
      return printChoice(node.branches);
    case 'repeat':
      return printRepeat(node.item, node.sign);
    case 'anchor':
      return node.sign;
  }
}

function printSequence(items: readonly AwkNode[]): string {
  const printed = items.map((item, index) => {
    if (item.type === 'set' && isAbsorbed(item, items[index + 1])) return printBytes(withHighBytes(item.set));
    return item.type === 'choice' ? printChoice(item.branches) : print(item);
  });
  return printed.join('');
}

/** Whether what follows takes any number of bytes beyond ASCII, and so the rest of a character too. */
function isAbsorbed(item: AwkNode, next: AwkNode | undefined): boolean {
  if (item.type !== 'set' || !isOpen(item.set)) return false;
  const loop = next?.type === 'sequence' ? next.items[0] : next;
  return loop?.type === 'repeat' && loop.sign === '*' && loop.item.type === 'set' && isOpen(loop.item.set);
}

/** An empty branch has no meaning in POSIX, so the others become optional. */
function printChoice(branches: readonly AwkNode[]): string {
  const printed = branches.map(print);
  const full = printed.filter((branch) => branch !== '');
  if (full.length === 0) return '';
  return `(${full.join('|')})${full.length < printed.length ? '?' : ''}`;
}

function printRepeat(item: AwkNode, sign: '*' | '+' | '?'): string {
  // Any number of characters beyond ASCII is any number of their bytes.
  if (item.type === 'set' && sign !== '?' && isOpen(item.set))
    return `${printBytes(withHighBytes(item.set))}${sign}`;
  const printed = print(item);
  if (printed === '') return '';
  const body =
    item.type === 'set' && !printed.startsWith('(') && singleAtom(item.set) ? printed : `(${printed})`;
  // A round that can be empty is as good as none.
  return `${body}${sign === '+' && canAwkBeEmpty(item) ? '*' : sign}`;
}

const ascii = setOf([1, 0x7f]);
const highBytes = setOf([0x80, 0xff]);
/** All but `]^-[` and the backslash, which mean something in brackets. */
const plainBytes = complement(setOf(...Array.from(']^-[\\', (character) => character.charCodeAt(0))));
const continuation = '[\x80-\xbf]';

/** Whether all characters beyond ASCII are in it. */
function isOpen(set: CharacterSet): boolean {
  const last = set.at(-1);
  return last !== undefined && last[0] <= 0x80 && last[1] === 0x10ffff;
}

function withHighBytes(set: CharacterSet): CharacterSet {
  return setOf(...intersection(set, ascii), ...highBytes);
}

function singleAtom(set: CharacterSet): boolean {
  return complement(set).length > 0 && !has(set, 0x80) && (set.at(-1)?.[1] ?? 0) < 0x80;
}

/** A counted set is written again and again. */
const printedSets = new WeakMap<CharacterSet, string>();

function printCharacter(set: CharacterSet): string {
  const printed = printedSets.get(set) ?? printNewCharacter(set);
  printedSets.set(set, printed);
  return printed;
}

function printNewCharacter(set: CharacterSet): string {
  const low = intersection(set, ascii);
  const parts = low.length > 0 ? [printBytes(low)] : [];
  if (isOpen(set)) {
    // One whole character, or a byte that belongs to none.
    parts.push(`[\x80-\xff]${continuation}*`);
  } else {
    for (const sequence of utf8Sequences(intersection(set, setOf([0x80, 0x10ffff])))) {
      parts.push(sequence.map((range) => printBytes(setOf(range))).join(''));
    }
  }
  return parts.length === 1 ? (parts[0] ?? '') : `(${parts.join('|')})`;
}

/** Its bytes can be cut into characters in several ways, because any byte may be one that belongs to none. */
function hasLoneOpenSet(node: AwkNode): boolean {
  if (node.type === 'set') return isOpen(node.set);
  if (node.type === 'anchor') return false;
  if (node.type === 'repeat')
    return !(node.item.type === 'set' && node.sign !== '?') && hasLoneOpenSet(node.item);
  if (node.type === 'choice') return node.branches.some(hasLoneOpenSet);
  return node.items.some((item, index) => !isAbsorbed(item, node.items[index + 1]) && hasLoneOpenSet(item));
}

/** One byte of a set, in a form that POSIX and awk read alike. */
function printBytes(set: CharacterSet): string {
  const [first, ...others] = set;
  if (first && others.length === 0 && first[0] === first[1]) return printByte(first[0]);
  // `]` goes first, `^` and `-` last; a backslash is doubled: an escape to awk, the same byte twice to POSIX.
  const contains = (character: string): boolean => has(set, character.charCodeAt(0));
  const plain = intersection(set, plainBytes).map(printRange).join('');
  const backslash = contains('\\') ? '\\\\' : '';
  const front = contains(']') ? ']' : '';
  const middle = `${front}${plain}${backslash}${contains('[') ? '[' : ''}`;
  if (middle === '' && contains('^')) return '[-^]';
  return `[${middle}${contains('^') ? '^' : ''}${contains('-') ? '-' : ''}]`;
}

function printRange([first, last]: readonly [number, number]): string {
  const [from, to] = [String.fromCharCode(first), String.fromCharCode(last)];
  if (last - first < 2) return first === last ? from : from + to;
  return `${from}-${to}`;
}

function printByte(byte: number): string {
  const character = String.fromCharCode(byte);
  if (character === '\\' || character === '^') return `\\${character}`;
  return /[.[\]*+?(){}|$/]/.test(character) ? `[${character}]` : character;
}
