/** A command in a list, which is no place for a script: of a long one the begin. */
export function shortCommand(command: string): string {
  return command.length > MOST_CHARACTERS ? `${command.slice(0, MOST_CHARACTERS)}…` : command;
}

const MOST_CHARACTERS = 500;
