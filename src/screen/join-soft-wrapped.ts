import { characterWidth, columnWidth } from '../vt/index.js';

/** Columns that a program may leave free at the right edge of its box. */
const margin = 3;

/**
 * Puts the rows of an input box together where the program, not the person, broke the line: where the next word did
 * not fit any more. A word that is longer than a row is put together without a space.
 *
 * @example
 * joinSoftWrapped(['please look at the', 'failing tests', 'now'], 20); // 'please look at the failing tests\nnow'
 */
export function joinSoftWrapped(rows: readonly string[], columns: number): string {
  let text = '';
  let previous: string | undefined;
  for (const row of rows.map((each) => each.trimEnd())) {
    text += previous === undefined ? row : separator(previous, row, columns) + row;
    previous = row;
  }
  return text;
}

function separator(row: string, next: string, columns: number): '' | ' ' | '\n' {
  const width = columnWidth(row);
  const word = /^\S+/u.exec(next)?.[0];
  if (width === 0 || word === undefined) return '\n';
  const usable = columns - margin;
  const wordWidth = columnWidth(word);
  if (width + 1 + wordWidth <= usable) return '\n';
  const lastWord = /\S+$/u.exec(row)?.[0] ?? '';
  if (width >= usable && columnWidth(lastWord) + wordWidth > usable) return '';
  return width >= usable && brokenBetweenWide(row, next) ? '' : ' ';
}

/** Between characters of two columns a line may be broken anywhere. */
function brokenBetweenWide(row: string, next: string): boolean {
  return isWide([...row].at(-1)) && isWide([...next][0]);
}

function isWide(character: string | undefined): boolean {
  return characterWidth(character?.codePointAt(0) ?? 0) === 2;
}
