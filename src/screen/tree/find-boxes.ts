import { overlaps } from './candidate.js';
import { type CellGrid, groundOf } from './cell-grid.js';
import type { Bounds } from './tree-node.js';

/** A rectangle that a program has drawn around something. */
export interface Box {
  readonly bounds: Bounds;
  /** The words in its upper border. */
  readonly title: string;
  readonly drawn: 'lines' | 'ascii' | 'filled';
}

/** Boxes in line drawing and in ASCII, and rectangles with a distinct background. */
export function findBoxes(grid: CellGrid): Box[] {
  const found: Box[] = [];
  for (let row = 0; row < grid.height - 1; row++) {
    for (let column = 0; column < grid.width - 3; column++) {
      const box = boxAt(grid, row, column);
      if (box) found.push(box);
    }
  }
  return [...found, ...filledBoxes(grid, found)];
}

interface Pen {
  readonly drawn: 'lines' | 'ascii';
  readonly horizontal: RegExp;
  readonly vertical: RegExp;
  readonly right: RegExp;
  readonly bottomLeft: RegExp;
  readonly bottomRight: RegExp;
}

const lines: Pen = {
  drawn: 'lines',
  horizontal: /[─━═╌┄┈┬┴╤╧┼]/u,
  vertical: /[│┃║├┤╟╢┠┨┼╞╡▒█▓░■◆▲▼↑↓]/u,
  right: /[┐╮┓╗]/u,
  bottomLeft: /[└╰┗╚]/u,
  bottomRight: /[┘╯┛╝]/u,
};
const ascii: Pen = {
  drawn: 'ascii',
  horizontal: /[-=+]/u,
  vertical: /[|+]/u,
  right: /\+/u,
  bottomLeft: /\+/u,
  bottomRight: /\+/u,
};

function boxAt(grid: CellGrid, row: number, column: number): Box | undefined {
  const corner = grid.at(row, column).text;
  const pen = /[┌╭┏╔]/u.test(corner) ? lines : corner === '+' ? ascii : undefined;
  if (!pen) return undefined;
  if (pen === ascii && !/^\+[-=]{3}/u.test(grid.text(row, column, column + 4))) return undefined;
  const right = rightCorner(grid, pen, row, column);
  if (right === undefined) return undefined;
  const bottom = bottomRow(grid, pen, { row, column, right });
  if (bottom === undefined) return undefined;
  const bounds = { row, column, width: right - column + 1, height: bottom - row + 1 };
  return { bounds, title: titleOf(grid.text(row, column + 1, right)), drawn: pen.drawn };
}

/** The corner at the end of the upper border, which may have words in it. */
function rightCorner(grid: CellGrid, pen: Pen, row: number, column: number): number | undefined {
  let drawn = 0;
  for (let at = column + 1; at < grid.width; at++) {
    const { text } = grid.at(row, at);
    if (/[┌╭┏╔]/u.test(text)) return undefined;
    if (pen.right.test(text) && (pen !== ascii || !isAsciiJoint(grid, row, at))) {
      return at > column + 3 && drawn * 8 >= at - column - 1 ? at : undefined;
    }
    if (pen.horizontal.test(text)) drawn++;
  }
  return undefined;
}

/** A `+` in the middle of an upper border. */
function isAsciiJoint(grid: CellGrid, row: number, column: number): boolean {
  return /[-=]/u.test(grid.at(row, column + 1).text);
}

interface Top {
  readonly row: number;
  readonly column: number;
  readonly right: number;
}

/** Follows the sides down, also where something covers a part of them. */
function bottomRow(grid: CellGrid, pen: Pen, { row, column, right }: Top): number | undefined {
  let [left, other] = [0, 0];
  for (let at = row + 1; at < grid.height; at++) {
    const sides = at - row - 1;
    const isEnd = pen.bottomLeft.test(grid.at(at, column).text) && endsHere(grid, pen, at, column, right);
    if (isEnd && sides > 0)
      return Math.max(left, other) * 10 >= sides * 6 && Math.min(left, other) * 4 >= sides ? at : undefined;
    if (pen.vertical.test(grid.at(at, column).text)) left++;
    if (pen.vertical.test(grid.at(at, right).text)) other++;
    if (sides > 2 && Math.max(left, other) * 2 < sides) return undefined;
  }
  return undefined;
}

function endsHere(grid: CellGrid, pen: Pen, row: number, column: number, right: number): boolean {
  if (!pen.bottomRight.test(grid.at(row, right).text)) return false;
  // A line between the rows of a table ends in the same signs.
  return pen !== ascii || !pen.vertical.test(grid.at(row + 1, column).text);
}

function titleOf(border: string): string {
  const words = border
    .split(/[─━═╌┄┈┬╤┼┤├╡╞╮╭┐┌]+|[-=]{2,}/u)
    .map((each) => each.replace(/^[\s<[|(]+|[\s>\]|)]+$/gu, '').trim())
    .filter((each) => /[\p{L}\p{N}~/]/u.test(each));
  return words[0] ?? '';
}

/** Rectangles of one background, at least three rows high, that are not the ground of everything. */
function filledBoxes(grid: CellGrid, drawn: readonly Box[]): Box[] {
  const found: Box[] = [];
  for (let row = 0; row < grid.height - 2; row++) {
    for (const run of groundRuns(grid, row)) {
      const bounds = { row, column: run.from, width: run.to - run.from, height: heightOf(grid, row, run) };
      if (!isBoxSized(grid, bounds)) continue;
      if ([...drawn, ...found].some((box) => overlaps(box.bounds, bounds))) continue;
      found.push({ bounds, title: '', drawn: 'filled' });
    }
  }
  return found;
}

interface Run {
  readonly from: number;
  readonly to: number;
  readonly ground: string;
}

function groundRuns(grid: CellGrid, row: number): Run[] {
  const runs: { from: number; to: number; ground: string }[] = [];
  for (let column = 0; column < grid.width; column++) {
    const ground = groundOf(grid.at(row, column).style);
    const last = runs.at(-1);
    if (last?.ground === ground) last.to = column + 1;
    else runs.push({ from: column, to: column + 1, ground });
  }
  return runs.filter((run) => run.ground !== '');
}

function heightOf(grid: CellGrid, row: number, { from, to, ground }: Run): number {
  const isEdge = (at: number): boolean => {
    const is = (column: number): boolean => groundOf(grid.at(at, column).style) === ground;
    return is(from) && is(to - 1) && !(from > 0 && is(from - 1)) && !(to < grid.width && is(to));
  };
  let end = row;
  while (end < grid.height && isEdge(end)) end++;
  return end - row;
}

function isBoxSized(grid: CellGrid, { width, height }: Bounds): boolean {
  return width >= 16 && height >= 3 && width < grid.width - 2 && height < grid.height - 1;
}
