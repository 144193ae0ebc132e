import { callOf, MuxError, phrase } from '../model/index.js';
import { unaliased } from './unaliased.js';

/** One argument of a tmux command: text, or bytes where they need not be text. */
export type Argument = string | Uint8Array;

/** A command and its arguments: `['send-keys', '-t', '%3', 'Enter']`. */
export type Command = readonly [name: string, ...args: Argument[]];

/** What tmux was seen to take: beyond it, it refuses or takes seconds. */
export const commandLimits = Object.freeze({ lineBytes: 16 * 1024 * 1024, arguments: 9_000 });

/** Writes commands as one control-mode line; tmux runs them as one group that ends at the first failure. */
export function commandLine(commands: readonly Command[]): string {
  const [only] = commands;
  const line = commands.length === 1 && only ? oneCommand(only) : commands.map(oneCommand).join(' ; ');
  if (line.length > commandLimits.lineBytes) throw tooLarge(`${line.length} characters`);
  return line;
}

/**
 * Quotes an argument for tmux's own parser, which is not a shell: in double quotes only `\`, `"`, `$` and a leading
 * `~` mean something, and any byte can be written as three octal digits. A newline would end the command.
 */
export function quoteArgument(argument: Argument): string {
  if (argument.length > commandLimits.lineBytes) throw tooLarge(`${argument.length} characters`);
  if (typeof argument !== 'string') return quoteBytes(argument);
  if (argument.length <= LONGEST_PLAIN && PLAIN.test(argument)) return argument;
  if (argument.includes('\0')) throw nulByte();
  const escaped = argument.replace(SPECIAL, escapeCharacter);
  return escaped.startsWith('~') ? `"\\${escaped}"` : `"${escaped}"`;
}

const PLAIN = /^[A-Za-z0-9_-]+$/;
/** A longer argument is quoted whatever is in it: testing 16 MB threw an error of V8 in two test runs (Node 20.20). */
const LONGEST_PLAIN = 1_000;
const SPECIAL = /[\\"$\x01-\x1f\x7f]/g;

function oneCommand(command: Command): string {
  const [name] = command;
  if (!PLAIN.test(name)) {
    throw new MuxError('INVALID_ARGUMENT', `'${name}' is not the name of a tmux command.`, {
      suggestion:
        "Give the command and each of its arguments as separate strings: command('list-panes', '-a').",
    });
  }
  const count = command.length - 1;
  if (count > commandLimits.arguments) throw tooLarge(`${count} arguments`);
  let line = unaliased(name);
  for (let i = 1; i <= count; i++) line += ` ${quoteArgument(command[i] ?? '')}`;
  return line;
}

function escapeCharacter(character: string): string {
  if (character === '\\' || character === '"' || character === '$') return `\\${character}`;
  return octal(character.charCodeAt(0));
}

function quoteBytes(bytes: Uint8Array): string {
  const parts: string[] = ['"'];
  for (const byte of bytes) {
    if (byte === 0) throw nulByte();
    if (byte === 0x5c || byte === 0x22 || byte === 0x24) parts.push('\\', String.fromCharCode(byte));
    else if (byte < 0x20 || byte > 0x7e || byte === 0x7e) parts.push(octal(byte));
    else parts.push(String.fromCharCode(byte));
  }
  parts.push('"');
  return parts.join('');
}

function octal(byte: number): string {
  return `\\${byte.toString(8).padStart(3, '0')}`;
}

function nulByte(): MuxError {
  return new MuxError('INVALID_ARGUMENT', 'An argument of a tmux command has a NUL byte in it.', {
    suggestion: phrase`To type or paste NUL bytes use ${callOf('pane.send', {}, 'pane.sendText() or pane.paste()')}.`,
  });
}

function tooLarge(size: string): MuxError {
  return new MuxError('COMMAND_TOO_LARGE', `A tmux command of ${size} is larger than tmux takes.`, {
    suggestion: phrase`Keep to ${String(commandLimits.lineBytes)} bytes and ${String(commandLimits.arguments)} arguments; long text goes through ${callOf('pane.send', {}, 'pane.sendText() or pane.paste()')}.`,
    details: { ...commandLimits },
  });
}
