import { MuxError } from '../../model/index.js';
import { findByRef } from './refs.js';
import { allNodes, type ScreenNode, type ScreenTree, type TreeRole } from './tree-node.js';
import { nodeText } from './tree-text.js';

/** Which element is meant: by its reference, or by its role and its name. */
export interface NodeQuery {
  readonly ref?: string | undefined;
  readonly role?: TreeRole | undefined;
  /** The whole name, else a part of it; case counts only where two names differ by it. */
  readonly name?: string | undefined;
}

/**
 * The one element that a query names and that is certain or likely. Fails with `ELEMENT_NOT_FOUND`, which lists what is
 * there and what is only a guess, with `ELEMENT_AMBIGUOUS`, and with `STALE_REF`.
 *
 * @example
 * findNode(screenTree(screen), { role: 'button', name: 'Yes' });
 */
export function findNode(tree: ScreenTree, query: NodeQuery): ScreenNode {
  if (query.ref !== undefined) return sure(findByRef(tree, query.ref));
  const all = [...allNodes(tree)].filter(({ role }) => query.role === undefined || role === query.role);
  const found = named(
    all.filter(({ confidence }) => confidence !== 'guess'),
    query.name,
  );
  const [only] = found;
  if (found.length > 1) throw ambiguous(query, found);
  if (only) return only;
  throw notFound(query, tree, named(all, query.name));
}

function named(nodes: readonly ScreenNode[], name: string | undefined): readonly ScreenNode[] {
  if (name === undefined) return nodes;
  const word = name.replace(/\s+/g, ' ').trim();
  const tests: readonly ((text: string) => boolean)[] = [
    (text) => text === word,
    (text) => text.toLowerCase() === word.toLowerCase(),
    (text) => text.toLowerCase().includes(word.toLowerCase()),
  ];
  for (const test of tests) {
    const found = nodes.filter((node) => test(node.name));
    if (found.length > 0) return found;
  }
  return [];
}

function sure(node: ScreenNode): ScreenNode {
  if (node.confidence !== 'guess') return node;
  throw new MuxError('ELEMENT_NOT_FOUND', `The element ${node.ref} is only a guess: ${nodeText(node)}.`, {
    suggestion: 'Look at the screen, and press keys instead.',
    details: { ref: node.ref, evidence: node.evidence.map(({ detail }) => detail) },
  });
}

function words({ role, name }: NodeQuery): string {
  return `${role ?? 'element'}${name === undefined ? '' : ` "${name}"`}`;
}

function ambiguous(query: NodeQuery, found: readonly ScreenNode[]): MuxError {
  const elements = found.slice(0, MOST_LISTED).map((node) => nodeText(node, { refs: true }));
  return new MuxError('ELEMENT_AMBIGUOUS', `${found.length} elements fit ${words(query)}.`, {
    suggestion: `Give the reference of one: ${elements.join(' | ')}.`,
    details: { elements },
  });
}

function notFound(query: NodeQuery, tree: ScreenTree, guesses: readonly ScreenNode[]): MuxError {
  const elements = [...allNodes(tree)]
    .filter(
      ({ role, confidence }) => confidence !== 'guess' && (query.role === undefined || role === query.role),
    )
    .slice(0, MOST_LISTED)
    .map((node) => nodeText(node, { refs: true }));
  const maybe = guesses.slice(0, MOST_LISTED).map((node) => nodeText(node, { refs: true }));
  const there =
    elements.length > 0 ? `There are: ${elements.join(' | ')}.` : 'Read the tree, or look at the screen.';
  return new MuxError('ELEMENT_NOT_FOUND', `The screen shows no ${words(query)}.`, {
    suggestion: maybe.length > 0 ? `${there} Only guesses: ${maybe.join(' | ')}.` : there,
    details: { elements, guesses: maybe },
  });
}

const MOST_LISTED = 20;
