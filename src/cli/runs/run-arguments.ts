import { resolve } from 'node:path';
import { parseHostAddress } from '../../model/index.js';
import type { ParsedArguments } from '../parse-arguments.js';

/** One word is a line for a shell; several are a program and its arguments, exactly. */
export function commandOf({ command }: ParsedArguments): string | readonly string[] {
  const [only = ''] = command;
  return command.length === 1 ? only : command;
}

/** The folder that was asked for, from this one on where it is on this machine. */
export function workingFolder(args: ParsedArguments): string | undefined {
  const cwd = args.value('cwd');
  if (!isLocal(args)) return cwd;
  return cwd === undefined ? process.cwd() : resolve(cwd);
}

/** Whether it is about this machine. */
export function isLocal(args: ParsedArguments): boolean {
  return parseHostAddress(args.value('host') ?? 'local').kind === 'local';
}
