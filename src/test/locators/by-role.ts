import { MuxError } from '../../model/index.js';
import {
  allNodes,
  type Bounds,
  type NodeState,
  nodeText,
  type ScreenNode,
  type ScreenTree,
  screenTree,
  type TreeRole,
  treeRoles,
} from '../../screen/index.js';
import { checkPattern } from './by-text.js';
import type { LocatorKind } from './locator-kind.js';
import { isWithin, type Place, type ScreenGrid } from './screen-grid.js';

export interface RoleOptions {
  /** A part of its name, whatever its case, or an expression that fits. */
  readonly name?: string | RegExp;
  /** Whether `name` is the whole name, with its case. @default false */
  readonly exact?: boolean;
  readonly checked?: boolean;
  readonly focused?: boolean;
  readonly selected?: boolean;
}

/** Elements of the screen by what they are for. Those that are only guessed at are not found. */
export function byRole(role: TreeRole, options: RoleOptions = {}): LocatorKind {
  checkRole(role);
  if (options.name !== undefined) checkPattern('getByRole', options.name);
  const wanted = stateTests(options);
  const fits = (node: ScreenNode): boolean =>
    node.role === role && hasName(node, options) && wanted.every((test) => test(node));
  const inPlace = (grid: ScreenGrid, within: Place): ScreenNode[] =>
    [...allNodes(treeOf(grid))].filter(({ bounds }) => isWithin(placeOf(bounds), within));
  return {
    description: `getByRole(${[`'${role}'`, ...shownOptions(options)].join(', ')})`,
    find: (grid, within) =>
      inPlace(grid, within)
        .filter((node) => node.confidence !== 'guess' && fits(node))
        .map(({ bounds }) => ({ place: placeOf(bounds) })),
    nearest: (grid, within) => nearest(inPlace(grid, within), role, fits),
  };
}

/** The elements of what a locator looks at, worked out once for a screen. */
export function treeOf({ screen, program }: ScreenGrid): ScreenTree {
  const tree = trees.get(screen) ?? screenTree(screen, { program });
  trees.set(screen, tree);
  return tree;
}

const trees = new WeakMap<ScreenGrid['screen'], ScreenTree>();

export function placeOf({ row, column, width, height }: Bounds): Place {
  return Array.from({ length: height }, (_, at) => ({ row: row + at, from: column, to: column + width }));
}

function checkRole(role: TreeRole): void {
  if (treeRoles.includes(role)) return;
  throw new MuxError('INVALID_ARGUMENT', `'${String(role)}' is not a role.`, {
    suggestion: `Name one of ${treeRoles.join(', ')}.`,
  });
}

function hasName({ name }: ScreenNode, { name: wanted, exact = false }: RoleOptions): boolean {
  if (wanted === undefined) return true;
  if (wanted instanceof RegExp) return new RegExp(wanted, wanted.flags.replace(/[gy]/g, '')).test(name);
  return exact ? name === wanted : name.toLowerCase().includes(wanted.toLowerCase());
}

function stateTests({ checked, focused, selected }: RoleOptions): ((node: ScreenNode) => boolean)[] {
  const wanted: readonly (readonly [NodeState, boolean | undefined])[] = [
    ['checked', checked],
    ['focused', focused],
    ['selected', selected],
  ];
  return wanted.flatMap(([state, isSo]) =>
    isSo === undefined ? [] : [(node: ScreenNode) => node.state.includes(state) === isSo],
  );
}

function shownOptions(options: RoleOptions): string[] {
  const shown = Object.entries(options)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? `'${value}'` : value}`);
  return shown.length === 0 ? [] : [`{ ${shown.join(', ')} }`];
}

/** What is only guessed to be it, else another element of this role. */
function nearest(
  nodes: readonly ScreenNode[],
  role: TreeRole,
  fits: (node: ScreenNode) => boolean,
): string | undefined {
  const guess = nodes.find(fits);
  if (guess) return `${nodeText(guess)}, which is only a guess`;
  const other = nodes.find((node) => node.role === role);
  return other && nodeText(other);
}
