import type { Look } from './pane-view.js';
import { showsText, squeeze, tailOf } from './text-match.js';

/**
 * Whether the screen shows a text outside the input box that it did not show before: a program that writes down what it
 * was told has taken it. What was only out of sight before does not count: the text must stand below what was the last
 * row then.
 */
export function isWrittenDown(text: string, before: Look, now: Look, marker?: string): boolean {
  const rows = rowsOutside(before);
  const last = lastRowAbove(before, text);
  const at = last < 0 ? -1 : sameRow(rows, last, rowsOutside(now));
  if (at < 0) return countShown(text, now, marker) > countShown(text, before, marker);
  return countShown(text, now, marker, at + 1) > countShown(text, before, marker, last + 1);
}

/**
 * Whether the screen shows a text at two more places than before. Where no input box is recognised any more, one of them
 * may be the box itself.
 */
export function isWrittenTwice(text: string, before: Look, now: Look, marker?: string): boolean {
  return countShown(text, now, marker) >= countShown(text, before, marker) + 2;
}

/** Where a row is now: the first that is the same, with the same rows above it. */
function sameRow(rows: readonly string[], row: number, now: readonly string[]): number {
  return now.findIndex((_, at) =>
    Array.from({ length: CONTEXT + 1 }, (__, up) => up).every(
      (up) => at - up < 0 || row - up < 0 || now[at - up] === rows[row - up],
    ),
  );
}

const CONTEXT = 3;

/** How often the rows outside the input box show a text, each time as a whole. */
export function countShown(text: string, look: Look, marker?: string, fromRow = 0): number {
  const rows = rowsOutside(look).slice(fromRow);
  if (marker !== undefined && rows.some((row) => row.includes(marker))) return 1;
  const wanted = squeeze(shownLines(text).join(''));
  if (wanted === '') return 0;
  const shown = squeezed(rows);
  const whole = countWhole(shown, wanted);
  if (whole > 0 || wanted.length <= LONGEST_SHORT || isMixed(shown, wanted)) return whole;
  return countLong(rows, text);
}

/** What is longer may be cut, wrapped in other ways, or rendered as Markdown. */
const LONGEST_SHORT = 60;

/** Rows without their blanks, and where in them a message may begin and end. */
interface Squeezed {
  readonly all: string;
  readonly starts: ReadonlySet<number>;
  readonly ends: ReadonlySet<number>;
}

function squeezed(rows: readonly string[]): Squeezed {
  let all = '';
  const ends = new Set<number>();
  const starts = new Set<number>();
  for (const row of rows) {
    const bare = row.replace(EDGES, '');
    for (const match of bare.matchAll(/(?<![^\s:>»❯›«|│$#%])\S/gu))
      starts.add(all.length + squeeze(bare.slice(0, match.index)).length);
    // What stands apart at the right belongs to something else.
    for (const match of bare.matchAll(/\s{3,}/gu))
      ends.add(all.length + squeeze(bare.slice(0, match.index)).length);
    all += squeeze(bare);
    ends.add(all.length);
  }
  return { all, starts, ends };
}

/** The text begins behind what marks a message and ends with its row: letters before or behind it are not ours. */
function countWhole({ all, starts, ends }: Squeezed, wanted: string): number {
  let count = 0;
  for (let at = all.indexOf(wanted); at >= 0; at = all.indexOf(wanted, at + 1)) {
    if (starts.has(at) && ends.has(at + wanted.length)) count++;
  }
  return count;
}

/**
 * Whether the screen shows all of a text, in letters that are not its own, as it did not before: somebody typed at the same
 * time, and the program took both.
 */
export function isWrittenMixed(text: string, before: Look, now: Look): boolean {
  const wanted = squeeze(shownLines(text).join(''));
  if (wanted.length < SHORTEST_MIXED) return false;
  const [was, is] = [before, now].map((look) => squeezed(rowsOutside(look))) as [Squeezed, Squeezed];
  // Where it stands there as a whole, other places only speak of it.
  return isMixed(is, wanted) && !isMixed(was, wanted) && countWhole(is, wanted) <= countWhole(was, wanted);
}

/** A shorter word may be a part of another one. */
const SHORTEST_MIXED = 12;

function isMixed({ all, starts, ends }: Squeezed, wanted: string): boolean {
  const beginning = wanted.slice(0, FEWEST);
  for (let at = all.indexOf(beginning); at >= 0; at = all.indexOf(beginning, at + 1)) {
    let own = 0;
    let typed = '';
    let end = at;
    for (; own < wanted.length && end < all.length && typed.length <= MOST_TYPED; end++) {
      if (all[end] === wanted[own]) own++;
      else typed += all[end];
    }
    const isShown = own === wanted.length && typed.length <= MOST_TYPED && starts.has(at);
    if (isShown && (/[\p{L}\p{N}]/u.test(typed) || !ends.has(end))) return true;
  }
  return false;
}

const BEGINNING = 24;
/** A person types no more than that while a text is sent. */
const MOST_TYPED = 12;

/** The sides of a box around a message, and what a tab leaves of a line below it. */
const EDGES = /^[\s│┃║▌▐▎▏▕|─━═]+|[\s│┃║▌▐▎▏▕|─━═]+$/gu;

function countLong(rows: readonly string[], text: string): number {
  const lines = shownLines(text);
  const beginning = squeeze(lines[0] ?? '').slice(0, BEGINNING);
  const end = tailOf(lines.at(-1) ?? '', 20);
  return rows.filter(
    (row) =>
      (beginning.length >= FEWEST && squeeze(row).includes(beginning)) ||
      (end.length >= FEWEST && showsText(row, end)),
  ).length;
}

const FEWEST = 6;

/** The lines of a text as they are shown: where it is read as Markdown, the fences around code are not. */
export function shownLines(text: string): string[] {
  const lines = text.trim().split('\n');
  const shown = lines.filter((line) => !/^\s*(?:`{3}|~{3})/.test(line));
  return shown.length > 0 ? shown : lines;
}

/** The last row above the input box that is not the text itself; -1 if no such row exists. */
function lastRowAbove(look: Look, text: string): number {
  const rows = look.screen.rows.slice(0, look.agent.input?.firstRow);
  const own = squeeze(text).slice(0, 24);
  return rows.findLastIndex((row) => /[\p{L}\p{N}]/u.test(row) && !squeeze(row).includes(own));
}

function rowsOutside({ screen, agent: { input } }: Look): string[] {
  return screen.rows.filter((_, row) => !input || row < input.firstRow || row > input.lastRow);
}
