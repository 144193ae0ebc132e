import { MuxError } from '../../model/index.js';
import type { Candidate } from './candidate.js';
import { allNodes, type ScreenNode, type ScreenTree } from './tree-node.js';

/**
 * Elements with references. A reference is worked out from the role, the name and the elements around, so that the same
 * element has the same one on any screen and in any process. Twins have their place among them in it, and how many they
 * are.
 */
export function withRefs(children: readonly Candidate[]): ScreenNode[] {
  const twins = new Map<number, number>();
  count(children, '', twins);
  const seen = new Map<number, number>();
  return children.map((one) => toNode(one, '', twins, seen));
}

/**
 * The element for a reference from an earlier screen. Fails with `STALE_REF` if it is missing on this screen, or
 * if it had twins and their number has changed.
 *
 * @example
 * findByRef(screenTree(screen), 'e4821').name; // 'Yes'
 */
export function findByRef(tree: ScreenTree, ref: string): ScreenNode {
  for (const node of allNodes(tree)) if (node.ref === ref) return node;
  const bare = ref.split('.')[0];
  const near = [...allNodes(tree)].filter((node) => node.ref.split('.')[0] === bare);
  const why = near.length > 0 ? `is now one of ${near.length} alike` : 'is not there any more';
  throw new MuxError('STALE_REF', `The element ${ref} ${why}.`, {
    suggestion: 'Read the tree of the screen again, and use a reference of it.',
    details: { ref, alike: near.map((node) => node.ref) },
  });
}

function toNode(
  one: Candidate,
  path: string,
  twins: ReadonlyMap<number, number>,
  seen: Map<number, number>,
): ScreenNode {
  const { role, name, bounds, confidence, evidence, state = [], value, children = [] } = one;
  const own = pathOf(one, path);
  const key = hash(own);
  const all = twins.get(key) ?? 1;
  const nth = (seen.get(key) ?? 0) + 1;
  seen.set(key, nth);
  const ref = all === 1 ? `e${key}` : `e${key}.${nth}of${all}`;
  const inner = children.map((child) => toNode(child, own, twins, seen));
  return { ref, role, name, state, value, bounds, confidence, evidence, children: inner };
}

function count(children: readonly Candidate[], path: string, twins: Map<number, number>): void {
  for (const one of children) {
    const own = pathOf(one, path);
    twins.set(hash(own), (twins.get(hash(own)) ?? 0) + 1);
    count(one.children ?? [], own, twins);
  }
}

function pathOf({ role, name }: Candidate, path: string): string {
  return `${path}\n${role} ${name}`;
}

/** FNV-1a, cut to as many digits as a person reads without trouble. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return (value >>> 0) % MOST_REFS;
}

const MOST_REFS = 1_000_000;
