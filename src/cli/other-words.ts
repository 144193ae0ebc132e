/** Names of commands that users of other programs expect; `undefined` for all other words. */
export function inOtherWords(word: string): string | undefined {
  const command = otherWords.get(word);
  return command === undefined ? undefined : `Did you mean '${command}'?`;
}

export const otherWords: ReadonlyMap<string, string> = new Map([
  ['answer', 'input'],
  ['capture', 'screen'],
  ['list', 'ls'],
  ['new', 'spawn'],
  ['ps', 'ls'],
  ['remove', 'clean'],
  ['restart', 'respawn'],
  ['rm', 'clean'],
  ['start', 'spawn'],
  ['tail', 'logs -f'],
  ['type', 'send'],
]);
