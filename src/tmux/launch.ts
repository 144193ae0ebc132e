import { MuxError } from '../model/index.js';
import { literalFormat } from './names.js';
import type { Argument } from './quote.js';

/** What runs in a new pane, and how. */
export interface LaunchOptions {
  /** A string runs through the user's shell; an array is an exact argv. Without it the pane has a shell. */
  readonly command?: string | readonly string[];
  readonly cwd?: string;
  /** Added to the environment of the program. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The arguments `-c`, `-e` of new-session, new-window and split-window. */
export function launchFlags(options: LaunchOptions): Argument[] {
  const flags: Argument[] = [];
  if (options.cwd !== undefined) flags.push('-c', literalFormat(checkPath(options.cwd)));
  for (const [name, value] of Object.entries(options.env ?? {}))
    flags.push('-e', `${checkVariable(name)}=${value}`);
  return flags;
}

/** The program, behind `--`. tmux gives a single word to a shell and several as they are to exec. */
export function launchCommand(command: LaunchOptions['command']): Argument[] {
  if (command === undefined) return [];
  if (typeof command === 'string') return ['--', command];
  const [program, ...args] = command;
  if (program === undefined || program === '') {
    throw new MuxError(
      'INVALID_ARGUMENT',
      'A command given as an array needs at least the name of a program.',
    );
  }
  return args.length > 0 ? ['--', program, ...args] : ['--', 'sh', '-c', 'exec "$0"', program];
}

/** Checks the name of an environment variable. */
export function checkVariable(name: string): string {
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return name;
  throw new MuxError('INVALID_NAME', `'${name}' cannot name an environment variable.`, {
    suggestion: 'Use letters, digits and underscores, and no digit in front.',
  });
}

function checkPath(path: string): string {
  if (path !== '' && !path.includes('\0')) return path;
  throw new MuxError('INVALID_ARGUMENT', 'The working directory is empty or has a NUL byte in it.');
}
