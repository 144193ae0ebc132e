import type { CharacterSet } from '../../patterns/index.js';
import { type AwkNode, canAwkBeEmpty } from './awk-tree.js';

/** The pattern as positions, one for each of its sets. Anchors are taken for always true. */
export interface AwkAutomaton {
  readonly sets: readonly CharacterSet[];
  /** The positions a match can begin with, and end with. */
  readonly first: ReadonlySet<number>;
  readonly last: ReadonlySet<number>;
  /** The positions that can come next, by position. */
  readonly follow: readonly ReadonlySet<number>[];
  /** Whether the next character always decides the way, so that no text has two ways to match. */
  readonly deterministic: boolean;
}

export function awkAutomaton(tree: AwkNode): AwkAutomaton {
  const sets: CharacterSet[] = [];
  const follow: Set<number>[] = [];
  let twice = false;
  const { first, last } = visit(tree);
  const decided = [first, ...follow].every((next) =>
    isDecided([...next].map((position) => sets[position] ?? [])),
  );
  return { sets, first, last, follow, deterministic: !twice && decided };

  function visit(node: AwkNode): Part {
    if (node.type === 'anchor') return nothing;
    if (node.type === 'set') {
      const position = sets.push(node.set) - 1;
      follow.push(new Set());
      return { first: new Set([position]), last: new Set([position]), empty: false };
    }
    if (node.type === 'sequence') return node.items.map(visit).reduce(chained, nothing);
    if (node.type === 'choice') {
      twice ||= node.branches.filter(canAwkBeEmpty).length > 1;
      return node.branches.map(visit).reduce(either);
    }
    const part = visit(node.item);
    twice ||= part.empty;
    if (node.sign !== '?') link(part, part);
    return { ...part, empty: part.empty || node.sign !== '+' };
  }

  function chained(a: Part, b: Part): Part {
    link(a, b);
    return {
      first: a.empty ? new Set([...a.first, ...b.first]) : a.first,
      last: b.empty ? new Set([...a.last, ...b.last]) : b.last,
      empty: a.empty && b.empty,
    };
  }

  function link(a: Part, b: Part): void {
    for (const from of a.last) {
      for (const to of b.first) {
        // Two ways from one position to the next, as in (a+)+.
        twice ||= follow[from]?.has(to) ?? false;
        follow[from]?.add(to);
      }
    }
  }
}

interface Part {
  readonly first: ReadonlySet<number>;
  readonly last: ReadonlySet<number>;
  readonly empty: boolean;
}

const nothing: Part = { first: new Set(), last: new Set(), empty: true };

function either(a: Part, b: Part): Part {
  return {
    first: new Set([...a.first, ...b.first]),
    last: new Set([...a.last, ...b.last]),
    empty: a.empty || b.empty,
  };
}

/** Whether no character is in two of the sets. */
function isDecided(sets: readonly CharacterSet[]): boolean {
  const ranges = sets.flat().toSorted((a, b) => a[0] - b[0]);
  return ranges.every(([first], index) => first > (ranges[index - 1]?.[1] ?? -1));
}
