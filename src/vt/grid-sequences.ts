import type { ScreenGrid } from './screen-grid.js';

/** The numbers of a control sequence; `undefined` where one is missing. */
export type Numbers = readonly (number | undefined)[];

/**
 * Reads parameters as tmux does; `undefined` where it would pass over the sequence: for a number that is too large, a
 * group with colons, or too many of them.
 */
export function numbersIn(parameters: string): Numbers | undefined {
  if (parameters === '') return NONE;
  if (parameters.includes(':')) return undefined;
  const numbers = parameters.split(';').map((digits) => (digits === '' ? undefined : Number(digits)));
  return numbers.length > MOST || numbers.some((number) => (number ?? 0) > LARGEST) ? undefined : numbers;
}

const NONE: Numbers = [];
const MOST = 24;
const LARGEST = 2 ** 31 - 1;

/**
 * Those control sequences that move the cursor or change the screen, by their last letter.
 *
 * @param count the first number, or 1
 */
export const gridSequences: Readonly<
  Record<string, (grid: ScreenGrid, count: number, numbers: Numbers) => void>
> = {
  '@': (grid, count) => grid.insertCharacters(count),
  A: (grid, count) => grid.up(count),
  B: (grid, count) => grid.down(count),
  C: (grid, count) => grid.right(count),
  D: (grid, count) => grid.left(count),
  E: (grid, count) => {
    grid.x = 0;
    grid.down(count);
  },
  F: (grid, count) => {
    grid.x = 0;
    grid.up(count);
  },
  G: (grid, count) => grid.toColumn(count - 1),
  H: toPlace,
  J: (grid, _, [part = 0]) => {
    if (part === 0) grid.eraseToEnd();
    else if (part === 1) grid.eraseToStart();
    else if (part === 2) grid.eraseAll();
  },
  K: (grid, _, [part = 0]) => {
    if (part === 0) grid.eraseLineEnd();
    else if (part === 1) grid.eraseLineStart();
    else if (part === 2) grid.eraseLine();
  },
  L: (grid, count) => grid.insertLines(count),
  M: (grid, count) => grid.removeLines(count),
  P: (grid, count) => grid.removeCharacters(count),
  S: (grid, count) => grid.scrollUp(count),
  T: (grid, count) => grid.scrollDown(count),
  X: (grid, count) => grid.eraseCharacters(count),
  Z: (grid, count) => grid.tabBack(count),
  '`': (grid, count) => grid.toColumn(count - 1),
  d: (grid, count) => grid.toRow(count - 1),
  f: toPlace,
  g: (grid, _, [part = 0]) => {
    if (part === 0) grid.tabs.delete(grid.x);
    else if (part === 3) grid.tabs.clear();
  },
  r: (grid, count, [, bottom]) => grid.setRegion(count - 1, Math.max(1, bottom ?? grid.height) - 1),
};

function toPlace(grid: ScreenGrid, row: number, [, column = 1]: Numbers): void {
  grid.toColumn(Math.max(1, column) - 1);
  grid.toRow(row - 1);
}
