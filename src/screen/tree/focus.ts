import { allNodes, type ScreenNode, type ScreenTree } from './tree-node.js';

/** Which elements have the focus, as text to compare with that of another screen. */
export function focusOf(tree: ScreenTree): string {
  const focused = [...allNodes(tree)].filter(({ state }) => state.includes('focused'));
  return focused.map(({ ref }) => ref).join(' ');
}

/** Elements of one role that stand side by side in the tree. */
export function siblingsOf(tree: ScreenTree, node: ScreenNode): readonly ScreenNode[] {
  const parent = [...allNodes(tree)].find(({ children }) => children.includes(node));
  return (parent ?? tree).children.filter(
    ({ role, confidence }) => role === node.role && confidence !== 'guess',
  );
}
