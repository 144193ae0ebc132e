import { MuxError, Phrase } from '../model/index.js';
import { commandWords, wordFor } from './command-words.js';
import type { CommandLine } from './parse-arguments.js';

type Typed = CommandLine & { readonly operations: readonly string[] };

/**
 * An error in the words of the command that was typed: what it suggests can be typed, a mistake in the input of the
 * operation is one in an option or a word, and no option is suggested that the command does not have.
 */
export function inWordsOf(command: Typed | undefined, error: MuxError): MuxError {
  const { code, message, details, advice } = error;
  const words = commandWords(command);
  const mistake = command && ownMistake(command, error);
  const suggestion = mistake?.suggestion ?? (isForMoreTime(error, command) ? NO_ANSWER : advice);
  return new MuxError(code, mistake?.message ?? message, {
    suggestion: suggestion && Phrase.from(suggestion).spoken(words),
    details,
    cause: error,
  });
}

const NO_ANSWER = 'Check whether the host responds: mux doctor --host ADDRESS.';

function isForMoreTime({ code, advice }: MuxError, command: Typed | undefined): boolean {
  if (code !== 'TIMEOUT' || !command || !advice?.names('timeoutMs')) return false;
  return wordFor('timeoutMs', command) === undefined;
}

/** A mistake in the input of an operation: `'limit' of run.list` is `--limit` for the person who typed that. */
function ownMistake(
  command: Typed,
  { code, details, advice }: MuxError,
): { readonly message: string; readonly suggestion: string | Phrase } | undefined {
  const { operation, field, problem } = details;
  if (code !== 'INVALID_ARGUMENT' || typeof field !== 'string' || !(problem instanceof Phrase))
    return undefined;
  if (!command.operations.includes(String(operation))) return undefined;
  // A rule about several fields has no single option.
  const what = field === '' ? `mux ${command.name}:` : wordFor(field, command);
  if (what === undefined) return undefined;
  return {
    message: `${what} ${problem.in(commandWords(command))}.`,
    suggestion: advice?.names(field) ? advice : `Run mux help ${command.name} for its options.`,
  };
}
