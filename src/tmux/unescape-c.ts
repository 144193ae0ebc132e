/**
 * Undoes the escapes that tmux writes: bytes in octal, letters as in C, and a backslash before anything else. A
 * character that tmux does not know is written as the octal bytes of its UTF-8 form, so runs of them go together.
 */
export function unescapeC(text: string): string {
  return text.replaceAll(/((?:\\[0-3][0-7]{2})+)|\\([\s\S])/g, (_, octal?: string, character = '') => {
    if (octal === undefined) return LETTERS.get(character) ?? character;
    const bytes = octal.slice(1).split('\\');
    return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 8))).toString();
  });
}

const LETTERS: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['a', '\x07'],
  ['b', '\b'],
  ['v', '\v'],
  ['f', '\f'],
  ['e', '\x1b'],
  ['s', ' '],
]);
