/** What an element of a screen is for. */
export const treeRoles = [
  'dialog',
  'menu',
  'listbox',
  'option',
  'textbox',
  'button',
  'checkbox',
  'radio',
  'tab',
  'table',
  'row',
  'cell',
  'progressbar',
  'status',
  'heading',
  'link',
  'region',
] as const;

export type TreeRole = (typeof treeRoles)[number];

/** How sure a role is: only `certain` and `likely` elements are acted on. */
export type TreeConfidence = 'certain' | 'likely' | 'guess';

/** Where an element is, in columns and rows from 0. */
export interface Bounds {
  readonly row: number;
  readonly column: number;
  readonly width: number;
  readonly height: number;
}

export const nodeStates = ['focused', 'selected', 'checked', 'unchecked', 'password'] as const;

/** `focused`: a key goes to it. `selected`: the current one among its siblings. */
export type NodeState = (typeof nodeStates)[number];

/** One reason for the role of an element, from the strongest kind to the weakest. */
export interface TreeEvidence {
  readonly kind: 'profile' | 'fact' | 'change' | 'geometry' | 'style' | 'pattern';
  readonly detail: string;
}

/** One element of a screen. */
export interface ScreenNode {
  /** Names the element on later screens, too: see `findByRef`. */
  readonly ref: string;
  readonly role: TreeRole;
  /** Its words; empty where it has none. */
  readonly name: string;
  readonly state: readonly NodeState[];
  /** The text of a textbox, the percentage of a progressbar, the key of a button. */
  readonly value: string | undefined;
  readonly bounds: Bounds;
  readonly confidence: TreeConfidence;
  readonly evidence: readonly TreeEvidence[];
  readonly children: readonly ScreenNode[];
}

/** The elements of one screen. */
export interface ScreenTree {
  readonly width: number;
  readonly height: number;
  readonly children: readonly ScreenNode[];
}

/** Roles that take keys or clicks. */
export const interactiveRoles: ReadonlySet<TreeRole> = new Set<TreeRole>([
  'option',
  'textbox',
  'button',
  'checkbox',
  'radio',
  'tab',
  'link',
]);

/** Every element of a tree, parents before their children. */
export function* allNodes(tree: { readonly children: readonly ScreenNode[] }): Generator<ScreenNode> {
  for (const node of tree.children) {
    yield node;
    yield* allNodes(node);
  }
}
