import type { ScreenNode, ScreenTree } from './tree-node.js';

export interface TreeTextOptions {
  /** Whether each line ends in the reference of its element. @default false */
  readonly refs?: boolean;
  /** Whether elements are listed whose role is only a guess, marked with a question mark. @default false */
  readonly guesses?: boolean;
  /** Whether the cells of tables are listed, besides the rows. @default false */
  readonly cells?: boolean;
}

/**
 * A tree as indented text, a line for each element: role, name, state, value. `matchTree` reads the same text.
 *
 * @example
 * treeText(tree, { refs: true }); // '- dialog "Quit?" [ref=e81]:\n  - button "Yes" [focused] [ref=e4711]'
 */
export function treeText(tree: ScreenTree, options: TreeTextOptions = {}): string {
  return linesOf(tree.children, '', options).join('\n');
}

function linesOf(nodes: readonly ScreenNode[], indent: string, options: TreeTextOptions): string[] {
  return nodes.flatMap((node) => {
    if (node.role === 'cell' && !options.cells) return [];
    if (node.confidence === 'guess' && !options.guesses) return linesOf(node.children, indent, options);
    const inner = linesOf(node.children, `${indent}  `, options);
    return [`${indent}- ${nodeText(node, options)}${inner.length > 0 ? ':' : ''}`, ...inner];
  });
}

/** One element as its line has it: `button "Yes" [focused]`. */
export function nodeText(node: ScreenNode, { refs = false }: TreeTextOptions = {}): string {
  const { role, name, state, value, confidence, ref } = node;
  const parts = [
    confidence === 'guess' ? `${role}?` : role,
    ...(name === '' ? [] : [JSON.stringify(name)]),
    ...state.map((each) => `[${each}]`),
    ...(value === undefined || (role === 'link' && value === name)
      ? []
      : [`[value=${JSON.stringify(value)}]`]),
    ...(refs ? [`[ref=${ref}]`] : []),
  ];
  return parts.join(' ');
}
