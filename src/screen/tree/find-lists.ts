import { type Cell, isBlankCell } from '../../vt/index.js';
import { findMenu, type Menu } from '../menu.js';
import type { StyledScreen } from '../styled-screen.js';
import { type Area, type AreaRow, inkOf, nameOf } from './area.js';
import { type Candidate, rowBounds, union } from './candidate.js';
import { type CellGrid, groundOf } from './cell-grid.js';
import { columnOf } from './column-of.js';
import { sharedColumns } from './columns-of.js';
import type { TreeEvidence } from './tree-node.js';

/**
 * Lists in which one row has another background than its neighbours.
 *
 * @param bars what has its own rows at the edges
 */
export function findLitLists(area: Area, bars: readonly Candidate[]): Candidate[] {
  const taken = new Set(area.box ? [] : bars.map(({ bounds }) => bounds.row));
  return blocksOf(area, taken).flatMap((block) => litList(block, area) ?? []);
}

/** The list or the row of buttons that `findMenu` sees. */
export function findMenuList(grid: CellGrid, screen: StyledScreen): Candidate[] {
  const menu = findMenu(screen);
  if (!menu) return [];
  if (menu.sideBySide) return menuButtons(grid, menu);
  // What it took for a choice is the border of a box.
  if (menu.options.some(({ label }) => /[┌┐└┘╭╮╰╯─]{1}/u.test(label))) return [];
  const options = menu.options.map((option): Candidate => {
    const column = columnOf(grid.text(option.row), option.label);
    const width = Math.min(option.label.length, grid.width - column);
    return {
      role: 'option',
      name: option.label,
      bounds: rowBounds(option.row, column, width),
      confidence: 'likely',
      state: option.highlighted ? ['focused', 'selected'] : [],
      evidence: [{ kind: 'pattern', detail: 'a list with one choice that stands out' }],
    };
  });
  return [list(options, menu.title, options[0]?.evidence ?? [])];
}

function menuButtons(grid: CellGrid, menu: Menu): Candidate[] {
  return menu.options.map((option) => ({
    role: 'button',
    name: option.label,
    bounds: rowBounds(option.row, columnOf(grid.text(option.row), option.label), option.label.length),
    confidence: 'likely',
    state: option.highlighted ? ['focused'] : [],
    evidence: [{ kind: 'pattern', detail: 'decisions side by side, one of which stands out' }],
  }));
}

function list(options: readonly Candidate[], name: string, evidence: readonly TreeEvidence[]): Candidate {
  return {
    role: 'listbox',
    name,
    bounds: union(options.map(({ bounds }) => bounds)),
    confidence: options[0]?.confidence ?? 'guess',
    evidence,
    children: options,
  };
}

/** Rows that stand together. */
function blocksOf({ rows, box }: Area, taken: ReadonlySet<number>): AreaRow[][] {
  const blocks: AreaRow[][] = [];
  let isOpen = false;
  for (const row of rows) {
    // A line in a menu only divides it.
    if (row.isRule && box) continue;
    if (row.isBlank || row.isRule || taken.has(row.row)) {
      isOpen = false;
      continue;
    }
    if (isOpen) blocks.at(-1)?.push(row);
    else blocks.push([row]);
    isOpen = true;
  }
  return blocks;
}

function litList(block: readonly AreaRow[], area: Area): Candidate | undefined {
  const lit = block.filter((row) => isLit(row, area.ground));
  const [current] = lit;
  if (lit.length !== 1 || !current || block.length < 2) return undefined;
  const start = startOf(current);
  const isLike = (row: AreaRow): boolean =>
    startOf(row) === start || sharedColumns([current, row]).length > 2;
  const entries = around(block, current, isLike);
  if (entries.length < 2) return undefined;
  const confidence = isSure(entries, current, area) ? 'likely' : 'guess';
  const evidence: TreeEvidence[] = [
    { kind: 'geometry', detail: `${entries.length} rows that begin in column ${start}` },
    { kind: 'style', detail: 'one row with a separate background' },
  ];
  const options = entries.map((row): Candidate => {
    const ink = inkOf(row.cells) ?? { from: area.bounds.column, to: area.bounds.column + 1 };
    return {
      role: 'option',
      name: nameOf(row.text.replace(pointer, ' ')),
      bounds: rowBounds(row.row, ink.from, ink.to - ink.from),
      confidence,
      state: row === current ? ['focused', 'selected'] : [],
      evidence,
    };
  });
  const role = area.box?.bounds.row === 1 ? 'menu' : 'listbox';
  return { ...list(options, '', evidence), role };
}

const pointer = /^\s*[❯›▶►▸➤➜→»>▌▍▎*]\s/u;

/**
 * A box says that it is a list, or a pointer before one row. On the bare screen a bar, a line between two windows or two lists
 * side by side look the same: such a list is a guess until a key has moved its highlight.
 */
function isSure(entries: readonly AreaRow[], current: AreaRow, area: Area): boolean {
  if (area.box) return true;
  return pointer.test(current.text) && entries.filter((row) => pointer.test(row.text)).length === 1;
}

/** Whether most letters of a row stand on another ground than the rest of the area. */
export function isLit({ cells }: AreaRow, ground: string): boolean {
  const letters = cells.filter((cell) => !isBlankCell(cell) && cell.text !== '' && !isBorder(cell));
  if (letters.length < 2) return false;
  const lit = letters.filter((cell) => groundOf(cell.style) !== ground);
  return lit.length * 10 >= letters.length * 7 && new Set(lit.map((cell) => groundOf(cell.style))).size <= 3;
}

function isBorder({ text }: Cell): boolean {
  return /[│┃║█░▒▓▲▼]/u.test(text);
}

/** Where the words of a row begin, behind what points at it. */
function startOf({ text }: AreaRow): number {
  const lead = pointer.exec(text)?.[0].length ?? 0;
  return lead + text.slice(lead).search(/\S/u);
}

function around<T>(all: readonly T[], one: T, fits: (other: T) => boolean): T[] {
  let first = all.indexOf(one);
  let last = first;
  while (first > 0 && fits(all[first - 1] as T)) first--;
  while (last < all.length - 1 && fits(all[last + 1] as T)) last++;
  return all.slice(first, last + 1);
}
