import type { StyledScreen } from '../styled-screen.js';
import type { Candidate } from './candidate.js';
import { CellGrid, lookOf } from './cell-grid.js';
import type { ObservedChange } from './tree-facts.js';
import type { Bounds, TreeRole } from './tree-node.js';

/** What a key has done to a screen. */
export interface Effect {
  readonly key: string;
  /** The highlight has gone from one row to another. */
  readonly moved?: readonly [from: number, to: number] | undefined;
  /** A mark has been set or taken away. */
  readonly flipped?: { readonly row: number; readonly column: number } | undefined;
  /** What was typed has come up before the cursor. */
  readonly grown?: { readonly row: number; readonly column: number; readonly width: number } | undefined;
}

/** What each key did, from the screen before it and the one after it. */
export function effectsOf(screen: StyledScreen, changes: readonly ObservedChange[]): Effect[] {
  return changes.map(({ before, key }, index) => {
    const after = changes[index + 1]?.before ?? screen;
    const [old, now] = [new CellGrid(before), new CellGrid(after)];
    const isMove = /^(?:Down|Up|Home|End|PageDown|PageUp|NPage|PPage|j|k|C-n|C-p)$/.test(key);
    return {
      key,
      ...(isMove && { moved: movedRows(old, now) }),
      ...(/^(?:Space|x| )$/.test(key) && { flipped: flippedMark(old, now) }),
      ...(isTyped(key) && { grown: grownText(before, after, key === 'Space' ? ' ' : key) }),
    };
  });
}

/** An element with what was observed of it: then it is certain. */
export function confirmed(one: Candidate, effects: readonly Effect[]): Candidate {
  const children = one.children?.map((child) => confirmed(child, effects));
  const seen = effects.find((effect) => confirms(one, effect));
  if (!seen) return { ...one, ...(children && { children }) };
  const isList = seen.moved !== undefined && children !== undefined;
  const inner = children && {
    children: isList ? children.map((child) => asSure(child, seen.key)) : children,
  };
  const detail = `${seen.key} ${done(one.role)}`;
  return { ...one, ...inner, confidence: 'certain', evidence: [{ kind: 'change', detail }, ...one.evidence] };
}

/** Where the highlight moves in a list, all of its rows are entries. */
function asSure(child: Candidate, key: string): Candidate {
  const evidence = [
    { kind: 'change' as const, detail: `${key} has moved the highlight in its list` },
    ...child.evidence,
  ];
  return child.confidence === 'certain' ? child : { ...child, confidence: 'certain', evidence };
}

function done(role: TreeRole): string {
  if (role === 'textbox') return 'has come up in it';
  return role === 'checkbox' || role === 'radio' ? 'has changed its mark' : 'has moved the highlight in it';
}

function confirms({ role, bounds, children = [] }: Candidate, { moved, flipped, grown }: Effect): boolean {
  if (moved && (role === 'listbox' || role === 'menu' || role === 'table'))
    return moved.every((row) => children.some((child) => child.bounds.row === row));
  if (moved && role === 'option') return moved.includes(bounds.row);
  if (flipped && (role === 'checkbox' || role === 'radio'))
    return (
      flipped.row === bounds.row && flipped.column >= bounds.column && flipped.column < bounds.column + 5
    );
  return role === 'textbox' && grown !== undefined && isInside(grown, bounds);
}

function isInside(place: { readonly row: number; readonly column: number }, bounds: Bounds): boolean {
  const { row, column, height } = bounds;
  return place.row >= row && place.row < row + height && place.column >= column;
}

/** Two rows have changed their looks, and neither its words apart from what points at one. */
function movedRows(old: CellGrid, now: CellGrid): readonly [number, number] | undefined {
  const changed: number[] = [];
  for (let row = 0; row < now.height; row++) {
    const words = (grid: CellGrid): string => grid.text(row).replace(/^\W+/u, '').trim();
    if (words(old) !== words(now)) continue;
    if (looks(old, row) !== looks(now, row) || old.text(row) !== now.text(row)) changed.push(row);
  }
  const [from, to] = changed;
  return changed.length === 2 && from !== undefined && to !== undefined ? [from, to] : undefined;
}

function looks(grid: CellGrid, row: number): string {
  return grid
    .slice(row)
    .map(({ style }) => lookOf(style))
    .join(',');
}

function flippedMark(old: CellGrid, now: CellGrid): Effect['flipped'] {
  for (let row = 0; row < now.height; row++) {
    for (let column = 0; column < now.width; column++) {
      const [before, after] = [old.at(row, column).text, now.at(row, column).text];
      if (before === after || !isMark(before) || !isMark(after)) continue;
      const restIsSame = old.text(row, column + 1) === now.text(row, column + 1);
      if (restIsSame) return { row, column };
    }
  }
  return undefined;
}

function isMark(text: string): boolean {
  return /^[ xX*✓✔+◯◉◻◼☐☑☒•●○]$/u.test(text);
}

function isTyped(key: string): boolean {
  return key === 'Space' || [...key].length === 1;
}

function grownText(before: StyledScreen, after: StyledScreen, typed: string): Effect['grown'] {
  const { x, y } = after.cursor;
  const isNext = before.cursor.y === y && before.cursor.x === x - 1;
  const text = new CellGrid(after).text(y, Math.max(0, x - 1), x);
  return isNext && (text === typed || text === '*') ? { row: y, column: x - 1, width: 1 } : undefined;
}
