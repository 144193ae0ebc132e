import { findButtons } from './button-row.js';
import { isDecision, namesAnswerKeys } from './decision-words.js';
import { listAround, wholeLabel } from './list-around.js';
import { ListReader, type ListRow } from './list-reader.js';
import type { Menu } from './menu-shape.js';
import { menuTitle } from './menu-title.js';
import { isBlankRow } from './row-shapes.js';
import type { StyledScreen } from './styled-screen.js';

export type { Menu } from './menu-shape.js';

export interface MenuHints {
  /** What points at the highlighted choice. */
  readonly pointers: readonly string[];
  /** Only lists that begin in this row or below. */
  readonly fromRow: number;
  /** Only lists that begin above this row. */
  readonly toRow: number;
}

export const menuDefaults: MenuHints = Object.freeze({
  pointers: ['❯', '›', '▶', '►', '▸', '➤', '➜', '→', '»', '>', '*'],
  fromRow: 0,
  toRow: Number.POSITIVE_INFINITY,
});

/**
 * The selection list that is lowest on the screen, if there is one; otherwise the lowest row of buttons. One
 * choice must stand out: by a pointer before it, by reverse video, by its colour, or as the selected radio button.
 * A numbered list in ordinary text is not a menu: nothing in it stands out.
 *
 * @example
 * const menu = findMenu(await pane.styledScreen());
 * menu?.options[menu.highlighted ?? 0]?.label; // 'Yes, proceed (y)'
 */
export function findMenu(screen: StyledScreen, hints: Partial<MenuHints> = {}): Menu | undefined {
  const wanted = { ...menuDefaults, ...hints };
  return findList(screen, wanted) ?? findButtons(screen, wanted);
}

function findList(screen: StyledScreen, wanted: MenuHints): Menu | undefined {
  const reader = new ListReader(screen, wanted.pointers);
  const seen = new Set<number>();
  const last = Math.min(screen.rows.length, wanted.toRow) - 1;
  for (let row = last; row >= wanted.fromRow; row--) {
    if (seen.has(row) || !mayBeEntry(screen, row)) continue;
    const start = reader.entry(row);
    if (!start || !standsOut(start)) continue;
    const list = listAround(reader, start, wanted);
    if (isMenu(screen, list)) return toMenu(reader, list);
    for (const entry of list) if (entry.pointer === undefined) seen.add(entry.row);
  }
  return undefined;
}

/**
 * A fast check, since most rows do not match: a pointer, a number or a button at the start, or reverse video.
 */
function mayBeEntry(screen: StyledScreen, row: number): boolean {
  const text = screen.rows[row];
  if (text === undefined || isBlankRow(text)) return false;
  return /^[\s│┃║|]*(?:[^\s\p{L}\p{N}]\s|\d{1,2}[.)])/u.test(text) || isReverseRow(screen, row);
}

function isReverseRow(screen: StyledScreen, row: number): boolean {
  return screen.styledRows[row]?.some((run) => run.reverse && run.text.trim().length > 1) ?? false;
}

function standsOut(row: ListRow): boolean {
  return row.pointer !== undefined || row.reverse || row.chosen || row.number !== undefined;
}

/** The rows of a list are a menu if exactly one of them stands out, for a reason that fits the others. */
function isMenu(screen: StyledScreen, list: readonly ListRow[]): boolean {
  if (list.length < 2 || !isCounted(list)) return false;
  const pointed = list.filter((row) => row.pointer !== undefined);
  const highlighted = highlightedIn(list);
  if (highlighted === undefined) return false;
  const hinted = hasHint(screen, list);
  if (pointed.length > 1) return false;
  if (pointed.length === 0) return hinted || isRadio(list);
  if (list[0]?.number !== undefined) return true;
  // A message of several lines after a prompt character looks like this as well.
  return hinted || differs(list, highlighted) || list.some((row) => row.box) || isDecided(list);
}

/** Radio buttons, of which one is on. Boxes to tick are as often a list of things to do. */
function isRadio(list: readonly ListRow[]): boolean {
  return list.every((row) => row.box) && list.filter((row) => row.chosen).length === 1;
}

/** Whether the choices are decisions, or say which key takes them: `Skip (esc)`. */
function isDecided(list: readonly ListRow[]): boolean {
  const keyed = list.filter(({ label }) => keyOfLabel.test(label)).length;
  return keyed > 1 || list.filter(({ label }) => isDecision(label)).length * 2 >= list.length;
}

const keyOfLabel = /\((?:[a-z]|esc|tab|enter|return|space|(?:shift|ctrl)\+\S+)(?: or \S+)?\)\s*$/iu;

/** Numbers go up by one, and all choices have one or none has. */
function isCounted(list: readonly ListRow[]): boolean {
  const first = list[0]?.number;
  return list.every((row, at) => row.number === (first === undefined ? undefined : first + at));
}

function highlightedIn(list: readonly ListRow[]): number | undefined {
  for (const test of [isPointed, isReverse, isChosen]) {
    const found = list.filter(test);
    if (found.length === 1 && found[0]) return list.indexOf(found[0]);
    if (found.length > 1) return undefined;
  }
  const odd = list.findIndex((_, at) => differs(list, at));
  return odd < 0 || list.length < 3 ? undefined : odd;
}

function isPointed(row: ListRow): boolean {
  return row.pointer !== undefined;
}

function isReverse(row: ListRow): boolean {
  return row.reverse;
}

function isChosen(row: ListRow): boolean {
  return row.chosen;
}

/** Whether one choice has a distinct style and all the others share one style. */
function differs(list: readonly ListRow[], at: number): boolean {
  const own = list[at]?.look;
  const others = list.filter((_, index) => index !== at).map((row) => row.look);
  return own !== 'mixed' && own !== others[0] && others.every((look) => look === others[0]);
}

/** Words about keys under the list, or in the question above it. */
function hasHint(screen: StyledScreen, list: readonly ListRow[]): boolean {
  const first = list[0]?.row ?? 0;
  const last = list.at(-1)?.row ?? 0;
  const under = screen.rows.slice(last + 1, last + 8);
  const above = screen.rows.slice(Math.max(0, first - 3), first);
  return [...under, ...above].some(namesAnswerKeys) || above.some((row) => /^\s*\? \S/u.test(row));
}

function toMenu(reader: ListReader, list: readonly ListRow[]): Menu {
  const highlighted = highlightedIn(list);
  return {
    title: menuTitle(reader.screen, list[0]?.row ?? 0),
    options: list.map((entry, at) => ({
      number: entry.number,
      label: wholeLabel(reader, entry, list[at + 1]?.row),
      highlighted: at === highlighted,
      row: entry.row,
    })),
    highlighted,
  };
}
