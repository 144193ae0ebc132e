/** A command in one line: of a script its first, where people say what it does. */
export function commandTitle(command: string): string {
  const [first = '', ...others] = command
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#!'));
  const comment = /^\s*#+\s*(\S.*)$/.exec(first)?.[1];
  if (comment !== undefined && others.length > 0) return comment;
  return others.length > 0 ? `${first.trim()} …` : first;
}

/** Whether its title is all there is of it. */
export function isOneLine(command: string): boolean {
  return commandTitle(command) === command;
}
