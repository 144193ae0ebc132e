import type { Screen } from './screen.js';

/**
 * The question on a screen that a program has painted: a box with buttons, or the text before the cursor in a place
 * where editors ask (`Save modified buffer?`). `undefined` where it asks nothing.
 *
 * @example
 * fullScreenQuestion(await pane.screen()); // 'Save modified buffer?'
 */
export function fullScreenQuestion(screen: Screen): string | undefined {
  return boxQuestion(screen.rows) ?? cursorQuestion(screen);
}

/** Whether a program has painted the screen, rather than printed lines one after another: there is text below the cursor. */
export function isPainted({ alternate, rows, cursor }: Screen): boolean {
  return alternate || rows.slice(cursor.y + 1).some((row) => row.trim() !== '');
}

function cursorQuestion({ rows, cursor }: Screen): string | undefined {
  const row = rows[cursor.y] ?? '';
  const text = row.trim();
  if (text === '') return undefined;
  const below = rows.slice(cursor.y + 1);
  const isLast = below.every((other) => other.trim() === '');
  const isLow = below.length < BOTTOM_ROWS;
  const asked = CHOICE.test(text) || PRESS.test(text);
  if (asked || ((isLast || isLow) && QUESTION.test(text))) return text;
  return isLow && FIELD.test(row.slice(0, cursor.x)) ? text : undefined;
}

/** Where editors have the line in which they ask. */
const BOTTOM_ROWS = 4;
/** `Overwrite? [y/N]`, `(y or n)`, `[Y]es, (N)o, (C)ancel:` */
const CHOICE = /[[(](?:y(?:es)?(?:\/| or )n(?:o)?)[\])]|\[Y\]es|\(Y\)es/i;
const PRESS = /\b(?:press|hit)\b.*\b(?:enter|return|any key)\b/i;
/** A question mark at the end, behind it perhaps the keys that answer it. */
const QUESTION = /[?？]\s*(?:[([][^()[\]]*[\])])?\s*:?$/u;
/** `File name to write:` with the cursor behind it. */
const FIELD = /\p{L}{2}[\p{L}\p{N})\]"']*:\s*$/u;

/** The words above the buttons of the lowest box that has some. */
function boxQuestion(rows: readonly string[]): string | undefined {
  const buttons = rows.findLastIndex((row) => isSideBorder(row) && BUTTONS.test(insideOf(row)));
  if (buttons < 0) return undefined;
  const words: string[] = [];
  for (let row = buttons - 1; row >= 0 && isSideBorder(rows[row] ?? ''); row--) {
    words.unshift(insideOf(rows[row] ?? ''));
  }
  const first = words.findIndex((text) => LETTERS.test(text));
  if (first < 0) return undefined;
  const end = words.findIndex((text, at) => at > first && !LETTERS.test(text));
  return words.slice(first, end < 0 ? undefined : end).join(' ');
}

const BUTTONS = /^(?:[<[]\s*\p{L}[\p{L}\p{N} ]*[>\]]\s*)+$/u;
const LETTERS = /\p{L}{2}/u;

function isSideBorder(row: string): boolean {
  return /^[│┃║|x].*[│┃║|x]/u.test(row.trim());
}

/** Without the sides of the box, and what is painted behind it. */
function insideOf(row: string): string {
  return (/[│┃║|x](.*)[│┃║|x]/u.exec(row.trim())?.[1] ?? '').trim();
}
