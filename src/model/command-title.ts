/** A command in one line: of a script its first, where people say what it does. */
export function commandTitle(command: string): string {
  const lines = command.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#!'));
  const [first = '', ...others] = lines;
  if (others.length === 0) return first;
  return /^\s*#+\s*(\S.*)$/.exec(first)?.[1] ?? `${first.trim()} …`;
}

/**
 * What people call a command: the comment that a script begins with, else the program, with its subcommand where the
 * program is known by those.
 *
 * @example
 * programTitle("cd app && NODE_ENV=test npx create-vite my-app"); // 'npx create-vite'
 */
export function programTitle(command: string): string {
  const comment = /^\s*(?:#![^\n]*\n\s*)?#+\s*(\S.*)$/m.exec(
    command.trimStart().startsWith('#') ? command : '',
  )?.[1];
  if (comment !== undefined) return comment;
  const inner = /^(?:\S*\/)?(?:ba|da|z|k)?sh\s+-\w*c\s+(['"])([\s\S]+)\1\s*$/.exec(command.trim())?.[2];
  if (inner !== undefined) return programTitle(inner);
  const words = command
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/^['"]|['"]$/g, ''));
  while (words.length > 1 && isBefore(words)) words.shift();
  const [first = '', second = ''] = words;
  const program =
    first
      .replace(/[;|&]+$/, '')
      .split('/')
      .at(-1) || 'shell';
  return WITH_SUBCOMMAND.has(program) && /^[a-z][\w:@/.-]*$/.test(second) ? `${program} ${second}` : program;
}

/** Whether the first word only says where or how the program is started. */
function isBefore([first = '', second = '']: string[]): boolean {
  if (/^[A-Za-z_]\w*=/.test(first) || LAUNCHERS.has(first) || first === '&&' || first === ';') return true;
  // The folder of `cd`, and the interpreter of a script that has a name.
  if (first === 'cd' || first.startsWith('-')) return true;
  return INTERPRETERS.test(first.split('/').at(-1) ?? '') && /^[^-].*\.\w+$/.test(second);
}

const LAUNCHERS = new Set(['exec', 'sudo', 'env', 'time', 'nohup', 'nice', 'command', 'then', 'do']);
const INTERPRETERS = /^(?:node|python[\d.]*|ruby|perl|bash|sh|zsh|deno|bun)$/;
const WITH_SUBCOMMAND = new Set(
  'apt apt-get brew bun cargo docker gh git go helm kubectl npm npx pip pip3 pnpm poetry terraform uv yarn'.split(
    ' ',
  ),
);
