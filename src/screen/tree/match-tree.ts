import { type ExpectedNode, parseTreeText } from './parse-tree-text.js';
import type { ScreenNode, ScreenTree } from './tree-node.js';
import { nodeText, treeText } from './tree-text.js';

/** Whether a tree has what was expected, and what it lacks. */
export interface TreeMatch {
  readonly matches: boolean;
  /** A readable difference: expected lines with `-` where they are missing, and the tree that is there. Empty for a match. */
  readonly difference: string;
}

/**
 * Compares a tree with a text of its form. The text may leave out elements, names, states and values; what it has must be
 * there in this order. Elements between may be skipped, also containers around what is expected.
 *
 * @example
 * matchTree(tree, '- dialog "Quit?":\n  - button "Yes" [focused]').matches;
 */
export function matchTree(tree: ScreenTree, expected: string): TreeMatch {
  const wanted = parseTreeText(expected);
  const actual = sureNodes(tree.children);
  const missing = new Set<number>();
  const nearest = new Map<number, string>();
  matchAll(actual, wanted, missing, nearest);
  if (missing.size === 0) return { matches: true, difference: '' };
  return { matches: false, difference: differenceText(tree, expected, missing, nearest) };
}

/** Elements that are only guesses do not count; what is in them stands in their place. */
function sureNodes(nodes: readonly ScreenNode[]): ScreenNode[] {
  return nodes.flatMap((node) => {
    const children = sureNodes(node.children);
    return node.confidence === 'guess' ? children : [{ ...node, children }];
  });
}

function matchAll(
  actual: readonly ScreenNode[],
  wanted: readonly ExpectedNode[],
  missing: Set<number>,
  nearest: Map<number, string>,
): void {
  const flat = flattened(actual);
  let from = 0;
  for (const one of wanted) {
    const at = flat.findIndex(({ node }, index) => index >= from && fits(node, one));
    const found = flat[at];
    if (!found) {
      missing.add(one.line);
      const near =
        flat.find(({ node }) => node.role === one.role && isNamed(node, one)) ??
        flat.find(({ node }) => node.role === one.role);
      if (near) nearest.set(one.line, nodeText(near.node));
      for (const child of one.children) missing.add(child.line);
      continue;
    }
    matchChildren(found.node, one, missing, nearest);
    from = found.end;
  }
}

function matchChildren(
  node: ScreenNode,
  one: ExpectedNode,
  missing: Set<number>,
  nearest: Map<number, string>,
): void {
  if (one.children.length > 0) matchAll(node.children, one.children, missing, nearest);
}

interface Flat {
  readonly node: ScreenNode;
  /** Index of the first element behind it and all that is in it. */
  end: number;
}

function flattened(nodes: readonly ScreenNode[], into: Flat[] = []): Flat[] {
  for (const node of nodes) {
    const entry = { node, end: 0 };
    into.push(entry);
    flattened(node.children, into);
    entry.end = into.length;
  }
  return into;
}

/** With all that is expected in it: another one with the same name may come first. */
function fits(node: ScreenNode, one: ExpectedNode): boolean {
  if (node.role !== one.role || !isNamed(node, one)) return false;
  if (!one.state.every((state) => node.state.includes(state))) return false;
  return one.value === undefined || one.value === node.value;
}

function isNamed({ name }: ScreenNode, one: ExpectedNode): boolean {
  if (one.name === undefined) return true;
  if (typeof one.name === 'string') return one.name.replace(/\s+/g, ' ').trim() === name;
  one.name.lastIndex = 0;
  return one.name.test(name);
}

function differenceText(
  tree: ScreenTree,
  expected: string,
  missing: ReadonlySet<number>,
  nearest: ReadonlyMap<number, string>,
): string {
  const lines = expected.split('\n').flatMap((words, index) => {
    if (words.trim() === '') return [];
    const line = index + 1;
    if (!missing.has(line)) return [`  ${words}`];
    const near = nearest.get(line);
    return [`- ${words}${near === undefined ? '' : `   (nearest: ${near})`}`];
  });
  const actual = treeText(tree) || '(no elements)';
  return [
    'Expected (- is missing):',
    ...lines,
    'Screen:',
    ...actual.split('\n').map((line) => `  ${line}`),
  ].join('\n');
}
