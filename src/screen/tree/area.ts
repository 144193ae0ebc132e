import { type Cell, isBlankCell, plainStyle, type TextStyle } from '../../vt/index.js';
import { holds } from './candidate.js';
import { type CellGrid, groundOf } from './cell-grid.js';
import type { Box } from './find-boxes.js';
import type { Bounds } from './tree-node.js';

/** One row of an area. */
export interface AreaRow {
  readonly row: number;
  /** Cells of the area; what belongs to a box in it is blank here. */
  readonly cells: readonly Cell[];
  readonly text: string;
  /** Whether it is a line between parts. */
  readonly isRule: boolean;
  readonly isBlank: boolean;
}

/** The inside of a box, or the screen around all boxes. */
export interface Area {
  readonly box: Box | undefined;
  readonly bounds: Bounds;
  /** The background of most of its cells. */
  readonly ground: string;
  readonly rows: readonly AreaRow[];
}

/** The style of cells that belong to a box within an area. */
const covered: TextStyle = { ...plainStyle };

/** Whether a cell shows something else than the area that it is in. */
export function isCovered(cell: Cell | undefined): boolean {
  return cell?.style === covered;
}

/** The screen and the inside of each box as areas, without what belongs to the boxes in them. */
export function areasOf(grid: CellGrid, boxes: readonly Box[]): Area[] {
  const whole = { row: 0, column: 0, width: grid.width, height: grid.height };
  return [area(grid, undefined, whole, boxes), ...boxes.map((box) => area(grid, box, inside(box), boxes))];
}

function inside({ bounds, drawn }: Box): Bounds {
  if (drawn === 'filled') return bounds;
  const { row, column, width, height } = bounds;
  return { row: row + 1, column: column + 1, width: width - 2, height: height - 2 };
}

function area(grid: CellGrid, box: Box | undefined, bounds: Bounds, boxes: readonly Box[]): Area {
  const holes = boxes
    .filter((other) => other !== box && !(box && isAround(other.bounds, box.bounds)))
    .map((other) => other.bounds)
    .filter((hole) => !box || holds(box.bounds, hole) || isInFront(hole, box.bounds));
  const rows = Array.from({ length: bounds.height }, (_, index) =>
    areaRow(grid, bounds.row + index, bounds, holes),
  );
  return { box, bounds, ground: mostCommon(rows), rows };
}

function isAround(outer: Bounds, inner: Bounds): boolean {
  return outer !== inner && holds(outer, inner) && !holds(inner, outer);
}

/** Of two that overlap the smaller one is in front. */
function isInFront(one: Bounds, other: Bounds): boolean {
  return one.width * one.height < other.width * other.height;
}

function areaRow(grid: CellGrid, row: number, bounds: Bounds, holes: readonly Bounds[]): AreaRow {
  const across = holes.filter((hole) => row >= hole.row && row < hole.row + hole.height);
  const cells = grid.slice(row, bounds.column, bounds.column + bounds.width).map((cell, at) => {
    const column = bounds.column + at;
    const isHole = across.some((hole) => column >= hole.column && column < hole.column + hole.width);
    return isHole ? { text: ' ', column, style: covered } : cell;
  });
  const text = cells.map((cell) => cell.text).join('');
  const words = text.trim();
  return {
    row,
    cells,
    text,
    isBlank: words === '',
    isRule: isRule(words),
  };
}

/** A line, also with a few words in it. */
function isRule(words: string): boolean {
  if (words.length < 3) return false;
  const drawn = words.replace(/[^─━═╌┄┈╴╶┼┴┬├┤_+-]/gu, '').length;
  return drawn === words.length || (/[─━═]{8}/u.test(words) && drawn * 2 > words.length);
}

function mostCommon(rows: readonly AreaRow[]): string {
  const counts = new Map<string, number>();
  for (const { cells } of rows) {
    for (const { style } of cells) {
      if (style === covered) continue;
      const ground = groundOf(style);
      counts.set(ground, (counts.get(ground) ?? 0) + 1);
    }
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? '';
}

/** Words as a name: blanks put together, without the lines between columns. */
export function nameOf(text: string): string {
  return text
    .replace(/[│┃║▏▕]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** The columns of what is not blank in some cells; `undefined` where all are. */
export function inkOf(cells: readonly Cell[]): { readonly from: number; readonly to: number } | undefined {
  const first = cells.find((cell) => !isBlankCell(cell) && cell.text !== '');
  const last = cells.findLast((cell) => !isBlankCell(cell));
  return first && last && { from: first.column, to: last.column + 1 };
}
