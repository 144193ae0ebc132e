import { createHash } from 'node:crypto';
import { findMenu, type Menu } from './menu.js';
import { hasCorner, isBlankRow, isHorizontalRule, isSideBorder } from './row-shapes.js';
import type { Screen } from './screen.js';
import { steadyRow } from './steady-row.js';
import type { StyledScreen } from './styled-screen.js';

/** What a program asks, as a person reads it on the screen. */
export interface Question {
  /** All of it: what it is about, and the question itself; without the options. */
  readonly text: string;
  /** The same for the same question, and another one where anything of it differs: see `isSameQuestion`. */
  readonly fingerprint: string;
  /** Which rows of the screen it was read from. */
  readonly rows: readonly number[];
}

/**
 * The question of a list to choose from: the rows above the options, up to the border of the dialog, and the options.
 * Its fingerprint has two parts. The first is about the question; the second is about what Enter would take now.
 *
 * @example
 * const { text, fingerprint } = dialogQuestion(screen, menu);
 */
export function dialogQuestion(screen: Screen, menu: Menu): Question {
  const options = menu.options.map(({ row }) => row);
  const first = Math.min(...options);
  const last = endOfOptions(screen, Math.max(...options));
  const rows = range(topOfDialog(screen, first), last).filter((row) => !isBlankRow(screen.rows[row]));
  const inList = (row: number): boolean => row >= first;
  const asked = rows.map((row) => {
    const text = steadyRow(screen.rows[row] ?? '');
    return inList(row) ? withoutMarks(text) : text;
  });
  const state = rows.filter(inList).map((row) => steadyRow(screen.rows[row] ?? ''));
  return {
    text: shownText(screen, range(topOfDialog(screen, first), first - 1)),
    fingerprint: `d1.${hash(asked, 16)}.${hash([String(menu.highlighted), ...state], 6)}`,
    rows,
  };
}

/** The question of a program that shows no list: everything on its screen. */
export function screenQuestion(screen: Screen): Question {
  const rows = range(0, screen.rows.length - 1).filter((row) => !isBlankRow(screen.rows[row]));
  return {
    text: shownText(screen, screen.alternate ? rows : rowsOfPrompt(screen)),
    fingerprint: `s1.${hash(
      rows.map((row) => steadyRow(screen.rows[row] ?? '')),
      16,
    )}`,
    rows,
  };
}

/**
 * Whether two fingerprints are of the same question.
 *
 * @param exactly whether Enter must also take the same option as before
 */
export function isSameQuestion(one: string, other: string, exactly = false): boolean {
  const part = (fingerprint: string): string => (exactly ? fingerprint : fingerprint.split('.', 2).join('.'));
  return part(one) === part(other);
}

/** What a screen asks: the question of its list where it shows one, else everything on it. */
export function questionOn(screen: StyledScreen, menu: Menu | undefined = findMenu(screen)): Question {
  return menu ? dialogQuestion(screen, menu) : screenQuestion(screen);
}

/** Whether a fingerprint is of a list to choose from; else it is of everything on a screen. */
export function isOfDialog(fingerprint: string): boolean {
  return fingerprint.startsWith('d1.');
}

/**
 * The question that a fingerprint names, if it still stands on the screen.
 *
 * @param menu the list as the profile of the program sees it
 * @param exactly whether Enter must also take the same option as before
 */
export function namedQuestion(
  screen: StyledScreen,
  fingerprint: string,
  { menu, exactly = false }: { readonly menu?: Menu | undefined; readonly exactly?: boolean } = {},
): Question | undefined {
  const isDialog = isOfDialog(fingerprint);
  const menus = isDialog ? [menu, findMenu(screen)].filter((one) => one !== undefined) : [];
  const questions = isDialog ? menus.map((one) => dialogQuestion(screen, one)) : [screenQuestion(screen)];
  return questions.find((one) => isSameQuestion(one.fingerprint, fingerprint, exactly));
}

/**
 * The first row of a dialog: the one under its border or under what the program said before. A line right above the
 * question belongs to it: what is asked about stands above that line.
 */
function topOfDialog({ rows }: Screen, firstOption: number): number {
  let top = firstOption;
  let words = 0;
  for (let row = firstOption - 1; row >= 0; row--) {
    const text = rows[row] ?? '';
    if (isTranscript(text)) break;
    if (isHorizontalRule(text) && !isDashed(text)) {
      if (words > (hasCorner(text) ? 0 : 1)) break;
    } else if (!isBlankRow(text)) words++;
    top = row;
  }
  return top;
}

/** A message or a step of an agent: what stands there and above belongs to something else. */
function isTranscript(row: string): boolean {
  return /^[●•⏺■✔✻❯›] /u.test(row);
}

function isDashed(row: string): boolean {
  return /[╌┄┈]/u.test(row);
}

/** The last option may take several rows, and have a description. */
function endOfOptions({ rows }: Screen, lastOption: number): number {
  let end = lastOption;
  while (
    end < lastOption + MOST_BEHIND &&
    !isBlankRow(rows[end + 1]) &&
    !isHorizontalRule(rows[end + 1] ?? '')
  )
    end++;
  return end;
}

const MOST_BEHIND = 4;

/** What points at an option or shows that it is chosen: it follows the highlight. */
function withoutMarks(row: string): string {
  return row.replace(/[❯›▶►▸➤➜→»>*●◉•]/u, ' ').replace(/[◯○]/u, ' ');
}

/** The line of the cursor, and the rows above it as far as they may be about the same. */
function rowsOfPrompt({ rows, lineOfRow, cursor }: Screen): number[] {
  let last = cursor.y;
  while (last > 0 && isBlankRow(rows[last])) last--;
  const line = lineOfRow[last];
  let first = last;
  while (first > 0 && lineOfRow[first - 1] === line) first--;
  const least = Math.max(0, first - MOST_ABOVE);
  while (first > least && !(isBlankRow(rows[first - 1]) && isBlankRow(rows[first - 2]))) first--;
  return range(first, last);
}

const MOST_ABOVE = 12;

/** Rows for people: without the sides of a box and the indentation that all have. */
function shownText(screen: Screen, rows: readonly number[]): string {
  const lines: string[] = [];
  let before: number | undefined;
  for (const row of rows) {
    const text = screen.rows[row] ?? '';
    if (isHorizontalRule(text)) continue;
    const line = screen.lineOfRow[row];
    // tmux wrapped it: one line, of which the rest stands in this row.
    if (before !== undefined && line !== undefined && line === before) lines.push(`${lines.pop()}${text}`);
    else lines.push(withoutSides(text));
    before = line;
  }
  const words = lines.join('\n').replace(/^\n+/, '').trimEnd().split('\n');
  const indent = Math.min(...words.filter((one) => one.trim() !== '').map((one) => one.search(/\S/u)));
  return words
    .map((one) => one.slice(Number.isFinite(indent) ? indent : 0).trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n');
}

function withoutSides(row: string): string {
  const text = row.trim();
  const start = row.length - row.trimStart().length;
  if (!isSideBorder(text.at(0)) || text.at(0) === '|') return row;
  const end = isSideBorder(text.at(-1)) && text.length > 1 ? row.trimEnd().length - 1 : row.length;
  return `${' '.repeat(start + 1)}${row.slice(start + 1, end)}`.trimEnd();
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}

function hash(rows: readonly string[], bytes: number): string {
  const digest = createHash('sha256').update(JSON.stringify(rows)).digest();
  return digest.subarray(0, bytes).toString('base64url');
}
