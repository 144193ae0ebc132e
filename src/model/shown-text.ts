/**
 * A text that somebody gave, for a sentence about it: what moves a terminal or breaks the line is written as an escape,
 * and of a very long one the beginning is enough.
 *
 * @example
 * shownText('two\nlines'); // 'two\\nlines'
 */
export function shownText(text: string, mostCharacters = 80): string {
  const isLong = text.length > mostCharacters;
  const printable = (isLong ? text.slice(0, mostCharacters) : text).replace(/\p{C}/gu, escaped);
  return isLong ? `${printable}…` : printable;
}

const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  return NAMED[character] ?? (code > 0xffff ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`);
}
