import type { Host, ProgramResult } from '../hosts/index.js';
import { type CallOptions, isMuxError, MuxError, timeoutError } from '../model/index.js';
import { tmuxNotInstalled } from './attach.js';
import { commandError } from './command-error.js';
import { ownScope } from './own-scope.js';
import type { Argument, Command } from './quote.js';
import { tmuxPrefix } from './tmux-prefix.js';
import { unaliased } from './unaliased.js';

export interface OneShotTarget {
  readonly host: Host;
  readonly socket: string | undefined;
  readonly place: string;
}

/**
 * Carries out commands by a tmux process of their own: for the first session of a server, and where control mode
 * cannot be had. All commands go to one process, as one group.
 */
export async function runOneShot(
  target: OneShotTarget,
  commands: readonly Command[],
  options: CallOptions & { readonly input?: Uint8Array },
): Promise<Buffer> {
  const argv = [...tmuxPrefix(target.socket), '-u', ...commands.flatMap(oneCommand)];
  const name = commands[0]?.[0] ?? '';
  let result: ProgramResult;
  try {
    const scope = ownScope(target.host, commands);
    result = await target.host.run([...scope, ...cleanEnvironment, ...argv], options);
  } catch (error) {
    if (isMuxError(error, 'PROGRAM_NOT_FOUND')) throw tmuxNotInstalled(target.place);
    // Which program it was that took so long is nobody's business.
    if (isMuxError(error, 'TIMEOUT'))
      throw timeoutError(`tmux ${name} on ${target.place}`, options.timeoutMs ?? 0);
    throw error;
  }
  if (result.code === 127 && /env.*tmux|tmux.*not found/i.test(result.stderr.toString())) {
    throw tmuxNotInstalled(target.place);
  }
  if (result.code !== 0) throw commandError(result.stderr.toString(), name, target.place);
  return result.stdout;
}

/**
 * Inside tmux, $TMUX would choose the server. The other variable marks a program that was started in a container; a
 * server that is started here would hand it on to all that runs in it.
 */
export const cleanEnvironment: readonly string[] = [
  'env',
  '-u',
  'TMUX',
  '-u',
  'TMUX_PANE',
  '-u',
  'MUXWRIGHT_EXEC',
];

/** A word that ends in `;` separates commands for tmux, so a real one is escaped. */
function oneCommand(command: Command, index: number): string[] {
  const [name, ...args] = command;
  const words = [unaliased(word(name)), ...args.map(word)];
  return index === 0 ? words : [';', ...words];
}

function word(argument: Argument): string {
  const text = typeof argument === 'string' ? argument : Buffer.from(argument).toString();
  if (text.includes('\0') || (typeof argument !== 'string' && !Buffer.from(text).equals(argument))) {
    throw new MuxError(
      'INVALID_ARGUMENT',
      'Without control mode an argument must be text without NUL bytes.',
    );
  }
  return text.endsWith(';') ? `${text.slice(0, -1)}\\;` : text;
}
