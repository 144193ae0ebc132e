import {
  type AssertionNode,
  type CharacterSet,
  canBeEmpty,
  has,
  type RegexNode,
  type RepeatNode,
  setOf,
  union,
  untranslatable,
} from '../../patterns/index.js';

/** What an ERE without counted repetition can say. */
export type AwkNode =
  | { readonly type: 'set'; readonly set: CharacterSet }
  | { readonly type: 'sequence'; readonly items: readonly AwkNode[] }
  | { readonly type: 'choice'; readonly branches: readonly AwkNode[] }
  | { readonly type: 'repeat'; readonly item: AwkNode; readonly sign: '*' | '+' | '?' }
  | { readonly type: 'anchor'; readonly sign: '^' | '$' };

export interface AwkTree {
  readonly tree: AwkNode;
  /** Whether it says the same as the pattern and prefers the longest match, as awk does. */
  readonly exact: boolean;
}

const nonAscii = setOf([0x80, 0x10ffff]);
/** What bytes that are no character are read as. */
const REPLACEMENT = 0xfffd;
/** More optional rounds than this become any number of rounds. */
const MAX_OPTIONAL = 8;
const MAX_SETS = 2_000;

interface Edges {
  readonly leading: boolean;
  readonly trailing: boolean;
}

/**
 * The tree as awk can have it. Where awk lacks something the tree matches more than the pattern, never less: a word
 * boundary at either end is left out, many optional rounds become any number, and a set with most characters beyond
 * ASCII in it gets all of them.
 */
export function awkTree(node: RegexNode): AwkTree {
  let sets = 0;
  let exact = true;
  const tree = convert(node, { leading: true, trailing: true });
  return { tree, exact };

  function convert(at: RegexNode, edges: Edges): AwkNode {
    switch (at.type) {
      case 'set':
        return { type: 'set', set: convertSet(at.set) };
      case 'sequence':
        return {
          type: 'sequence',
          items: at.items.map((item, i) => convert(item, edgesAt(at.items, i, edges))),
        };
      case 'choice':
        // An empty branch in front of another is taken first by JavaScript.
        exact &&= !at.branches.slice(0, -1).some(canBeEmpty);
        return { type: 'choice', branches: at.branches.map((branch) => convert(branch, edges)) };
      case 'group':
        return convert(at.item, edges);
      case 'repeat':
        return convertRepeat(at);
      case 'assertion':
        return convertAssertion(at, edges);
      case 'backreference':
        throw unknownToAwk('a backreference');
      case 'look':
        throw unknownToAwk(at.behind ? 'a lookbehind' : 'a lookahead');
    }
  }

  function convertSet(set: CharacterSet): CharacterSet {
    sets += 1;
    if (sets > MAX_SETS) throw tooLarge();
    if (set.length === 0) throw unknownToAwk('an empty class');
    if (!has(set, REPLACEMENT)) return set;
    const open = union(set, nonAscii);
    exact &&= set.at(-1)?.[0] === open.at(-1)?.[0];
    return open;
  }

  /** Old mawk has no counted repetition, so rounds are written out. */
  function convertRepeat({ item, min, max, lazy }: RepeatNode): AwkNode {
    const round = (): AwkNode => convert(item, { leading: false, trailing: false });
    if (max === 0) return { type: 'sequence', items: [] };
    const endless = max - min > MAX_OPTIONAL;
    exact &&= !lazy && (!endless || max === Number.POSITIVE_INFINITY);
    const items: AwkNode[] = Array.from({ length: endless ? Math.max(min - 1, 0) : min }, round);
    if (endless) items.push({ type: 'repeat', item: round(), sign: min === 0 ? '*' : '+' });
    else if (max > min) items.push(optional(max - min, round));
    return { type: 'sequence', items };
  }

  function convertAssertion({ kind }: AssertionNode, { leading, trailing }: Edges): AwkNode {
    if (kind === 'start' && leading) return { type: 'anchor', sign: '^' };
    if (kind === 'end' && trailing) return { type: 'anchor', sign: '$' };
    if (kind === 'start' || kind === 'end') throw unknownToAwk('an anchor in its middle');
    // Left out at either end. With the m flag a line ends at a carriage return too, which awk cannot say.
    if (!leading && !trailing) throw unknownToAwk('a word boundary or an anchor in its middle');
    exact = false;
    return { type: 'sequence', items: [] };
  }
}

/** One inside the other, so that no text has two ways to match. */
function optional(rounds: number, round: () => AwkNode): AwkNode {
  const item =
    rounds === 1 ? round() : ({ type: 'sequence', items: [round(), optional(rounds - 1, round)] } as const);
  return { type: 'repeat', item, sign: '?' };
}

function edgesAt(items: readonly RegexNode[], index: number, edges: Edges): Edges {
  return {
    leading: edges.leading && items.slice(0, index).every(takesNothing),
    trailing: edges.trailing && items.slice(index + 1).every(takesNothing),
  };
}

function takesNothing(node: RegexNode): boolean {
  return node.type === 'assertion' || (node.type === 'sequence' && node.items.every(takesNothing));
}

/** Whether an awk tree can match without taking a byte. */
export function canAwkBeEmpty(node: AwkNode): boolean {
  if (node.type === 'set') return false;
  if (node.type === 'anchor') return true;
  if (node.type === 'repeat') return node.sign !== '+' || canAwkBeEmpty(node.item);
  if (node.type === 'sequence') return node.items.every(canAwkBeEmpty);
  return node.branches.some(canAwkBeEmpty);
}

function unknownToAwk(construct: string): Error {
  return untranslatable(
    construct,
    'which awk does not have',
    'Remove it from the pattern, so that it hides a little more, or install perl on the host.',
  );
}

export function tooLarge(): Error {
  return untranslatable(
    'too many counted rounds',
    'which awk has to write out',
    'Use + or * instead of large counts, or install perl on the host.',
  );
}
