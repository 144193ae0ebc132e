import type { CharacterSet } from './character-set.js';

/** A pattern of JavaScript as a tree. Flags are gone: sets and assertions already mean what the flags asked for. */
export type RegexNode =
  | { readonly type: 'set'; readonly set: CharacterSet }
  | { readonly type: 'sequence'; readonly items: readonly RegexNode[] }
  | { readonly type: 'choice'; readonly branches: readonly RegexNode[] }
  | RepeatNode
  | { readonly type: 'group'; readonly index: number; readonly item: RegexNode }
  | { readonly type: 'backreference'; readonly index: number }
  | LookNode
  | AssertionNode;

export interface RepeatNode {
  readonly type: 'repeat';
  readonly item: RegexNode;
  readonly min: number;
  /** `Infinity` where there is no end. */
  readonly max: number;
  readonly lazy: boolean;
}

export interface LookNode {
  readonly type: 'look';
  readonly behind: boolean;
  readonly negative: boolean;
  readonly item: RegexNode;
}

export interface AssertionNode {
  readonly type: 'assertion';
  readonly kind: 'start' | 'end' | 'line-start' | 'line-end' | 'word-boundary' | 'no-word-boundary';
  /** What counts as a word, for the boundaries. */
  readonly word: CharacterSet;
}

/** Whether the node can match without taking a character. */
export function canBeEmpty(node: RegexNode): boolean {
  switch (node.type) {
    case 'set':
      return false;
    case 'sequence':
      return node.items.every(canBeEmpty);
    case 'choice':
      return node.branches.some(canBeEmpty);
    case 'repeat':
      return node.min === 0 || canBeEmpty(node.item);
    case 'group':
      return canBeEmpty(node.item);
    case 'backreference':
    case 'look':
    case 'assertion':
      return true;
  }
}

/** How many characters each match takes; `undefined` where that varies. */
export function fixedLength(node: RegexNode): number | undefined {
  switch (node.type) {
    case 'set':
      return 1;
    case 'sequence':
      return node.items.map(fixedLength).reduce(sum, 0);
    case 'choice': {
      const [first, ...others] = node.branches.map(fixedLength);
      return others.every((length) => length === first) ? first : undefined;
    }
    case 'repeat': {
      const length = fixedLength(node.item);
      return length === undefined || node.min !== node.max ? undefined : length * node.min;
    }
    case 'group':
      return fixedLength(node.item);
    case 'backreference':
      return undefined;
    case 'look':
    case 'assertion':
      return 0;
  }
}

/** The nodes directly inside. */
export function childrenOf(node: RegexNode): readonly RegexNode[] {
  if (node.type === 'sequence') return node.items;
  if (node.type === 'choice') return node.branches;
  return 'item' in node ? [node.item] : [];
}

export function containsGroup(node: RegexNode, index: number): boolean {
  if (node.type === 'group' && node.index === index) return true;
  return childrenOf(node).some((child) => containsGroup(child, index));
}

function sum(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : a + b;
}
