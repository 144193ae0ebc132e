import { childrenOf, containsGroup, type RegexNode, untranslatable } from '../../patterns/index.js';

/**
 * The groups that backreferences name. Refuses one that may be unset when it is named: that matches the empty text
 * in JavaScript and nothing in perl.
 */
export function referencedGroups(node: RegexNode): ReadonlySet<number> {
  const referenced = new Set<number>();
  follow(node, new Set());
  return referenced;

  /** Goes through the node with the groups that are surely set before it; gives those that are set behind it. */
  function follow(at: RegexNode, before: ReadonlySet<number>): ReadonlySet<number> {
    switch (at.type) {
      case 'sequence':
        return at.items.reduce((set, item) => follow(item, set), before);
      case 'choice': {
        const [first, ...others] = at.branches.map((branch) => follow(branch, before));
        return new Set([...(first ?? before)].filter((index) => others.every((other) => other.has(index))));
      }
      case 'repeat': {
        // Each round begins with the groups inside unset.
        const inside = follow(
          at.item,
          new Set([...before].filter((index) => !containsGroup(at.item, index))),
        );
        return at.min === 0 ? before : inside;
      }
      case 'group':
        return new Set([...follow(at.item, before), at.index]);
      case 'look': {
        // A lookbehind is matched from right to left, so its groups hold something else.
        if (at.behind && containsBackreference(at.item)) throw unsure();
        const inside = follow(at.item, before);
        return at.negative || at.behind ? before : inside;
      }
      case 'backreference':
        if (!before.has(at.index)) throw unsure();
        referenced.add(at.index);
        return before;
      default:
        return before;
    }
  }
}

function containsBackreference(node: RegexNode): boolean {
  return node.type === 'backreference' || childrenOf(node).some(containsBackreference);
}

function unsure(): Error {
  return untranslatable(
    'a backreference to a group that may not have matched',
    'which perl understands otherwise',
    'Let the group match in every case before it is named.',
  );
}
