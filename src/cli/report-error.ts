import { isMuxError, MuxError } from '../model/mux-error.js';
import type { Output } from './output.js';
import { inWordsOfCommands } from './words-of-commands.js';

/**
 * Tells an error on stderr: the sentence and what to do about it, or one line of JSON. stdout belongs to results, so
 * that a program which reads them never takes an error for one. Gives the exit code.
 */
export function reportError(thrown: unknown, json: boolean, output: Output): number {
  const error = isMuxError(thrown) ? thrown : internalError(thrown, output);
  output.printError(json ? `${JSON.stringify(jsonError(error))}\n` : errorText(error, output));
  return error.exitCode;
}

function errorText(error: MuxError, { errorStyle }: Output): string {
  // Whoever pressed Ctrl-C knows.
  if (error.code === 'ABORTED') return '';
  const suggestion =
    error.suggestion === undefined ? '' : `${inWordsOfCommands(harmless(error.suggestion))}\n`;
  return `${errorStyle.red('mux:')} ${indented(harmless(error.message))}\n${suggestion}`;
}

function jsonError({ code, message, suggestion, details }: MuxError): unknown {
  const hint = suggestion === undefined ? undefined : inWordsOfCommands(harmless(suggestion));
  return { error: { code, message: harmless(message), suggestion: hint, details } };
}

/** A mistake of ours. Where in the code it is helps whoever mends it, and nobody else. */
function internalError(thrown: unknown, output: Output): MuxError {
  const said = thrown instanceof Error ? thrown.message : String(thrown);
  if (process.env.MUXWRIGHT_DEBUG && thrown instanceof Error) output.printError(`${thrown.stack}\n`);
  return new MuxError(
    'INTERNAL_ERROR',
    `This should not have happened, and is a mistake in muxwright: ${said}`,
    {
      suggestion: 'With MUXWRIGHT_DEBUG=1 it says where; please report that.',
      cause: thrown,
    },
  );
}

/** Where a message shows a screen, its lines stand apart, and none can pass for a line of ours. */
function indented(message: string): string {
  return message.trimEnd().replaceAll('\n', '\n  ');
}

/** A message may hold words that somebody gave us: they move no terminal, and fill none. */
function harmless(text: string): string {
  const short = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
  return short.replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]|\p{Cs}/gu, '?');
}

const MOST_CHARACTERS = 1_500;
