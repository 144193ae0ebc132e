import { isMuxError, MuxError } from '../model/index.js';
import type { Command } from './command.js';
import { commandLine } from './command-words.js';
import type { Output } from './output.js';
import { inWordsOf } from './own-mistake.js';
import { harmless, INTERNAL_SUGGESTION, internalMessage, shortStack } from './start/last-words.js';

/**
 * Tells an error on stderr: the sentence and what to do about it, or one line of JSON. stdout belongs to results, so
 * that a program which reads them never takes an error for one. Gives the exit code.
 *
 * @param typed the command that failed, which knows its options
 */
export function reportError(thrown: unknown, json: boolean, output: Output, typed?: Command): number {
  const error = isMuxError(thrown) ? inWordsOf(typed, thrown) : internalError(thrown, output);
  output.printError(json ? `${JSON.stringify(jsonError(error))}\n` : errorText(error, output));
  return error.exitCode;
}

function errorText(error: MuxError, { errorStyle }: Output): string {
  // A person who pressed Ctrl-C needs no message.
  if (error.code === 'ABORTED') return '';
  const suggestion = error.suggestion === undefined ? '' : `${harmless(error.suggestion)}\n`;
  return `${errorStyle.red('mux:')} ${indented(harmless(error.message))}\n${suggestion}`;
}

function jsonError({ code, message, suggestion, next, details }: MuxError): unknown {
  const hint = suggestion === undefined ? undefined : harmless(suggestion);
  const commands = next.length === 0 ? undefined : next.map((call) => harmless(commandLine(call)));
  return { error: { code, message: harmless(message), suggestion: hint, next: commands, details } };
}

/** A mistake of ours. Where in the code it is helps those who correct it, and nobody else. */
function internalError(thrown: unknown, output: Output): MuxError {
  if (process.env.MUXWRIGHT_DEBUG) output.printError(`${shortStack(thrown)}\n`);
  const message = internalMessage(thrown);
  return new MuxError('INTERNAL_ERROR', message, { suggestion: INTERNAL_SUGGESTION, cause: thrown });
}

/** Where a message shows a screen, its lines stand apart, and none can pass for a line of ours. */
function indented(message: string): string {
  return message.trimEnd().replaceAll('\n', '\n  ');
}
