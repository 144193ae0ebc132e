import { characterWidth, columnWidth } from '../vt/index.js';

/**
 * What two rows were joined with before a program wrapped the text: a space, or nothing where it broke a long word.
 * `undefined` where the line was meant to end: the next word would have fitted.
 *
 * @param columns how much room a row has
 * @example
 * wrappedJoint('please look at the', 'failing tests', 20); // ' '
 */
export function wrappedJoint(row: string, next: string, columns: number): '' | ' ' | undefined {
  const width = columnWidth(row);
  const word = firstWord(next);
  if (width === 0 || word === '' || width + 1 + columnWidth(word) <= columns) return undefined;
  const last = /\S+$/u.exec(row)?.[0] ?? '';
  if (isWide(row.at(-1)) && isWide(next[0])) return '';
  return width >= columns && columnWidth(last) + columnWidth(word) > columns ? '' : ' ';
}

/** Between characters of two columns a line may be broken anywhere. */
function firstWord(text: string): string {
  const [first = ''] = text;
  return isWide(first) ? first : (/^\S+/u.exec(text)?.[0] ?? '');
}

function isWide(character: string | undefined): boolean {
  return characterWidth(character?.codePointAt(0) ?? 0) === 2;
}
