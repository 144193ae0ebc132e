/** A command in one line: of a script its first, where people say what it does. */
export function commandTitle(command: string): string {
  const lines = command.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#!'));
  const [first = '', ...others] = lines;
  if (others.length === 0) return first;
  return /^\s*#+\s*(\S.*)$/.exec(first)?.[1] ?? `${first.trim()} …`;
}
