import { MuxError } from '../model/mux-error.js';
import type { CommandLine } from './parse-arguments.js';

/**
 * An error in the words of the command that was typed. A mistake in the input of its operation is one in an option or a
 * word, and nobody is told to give a time that the command does not take.
 */
export function inWordsOf(command: Typed, error: MuxError): MuxError {
  if (error.suggestion?.startsWith(MORE_TIME) && !command.options.some(({ name }) => name === 'timeout')) {
    const { code, message, details } = error;
    return new MuxError(code, message, {
      suggestion: 'Check whether the host responds: mux doctor --host ADDRESS.',
      details,
      cause: error,
    });
  }
  return ownMistake(command, error);
}

type Typed = CommandLine & { readonly operations: readonly string[] };

const MORE_TIME = 'Give a larger timeoutMs';

/**
 * A mistake in the input of an operation, in the words of the command that gave it: `'limit' of run.list` is `--limit`
 * for whoever typed that. What no option stands for is told as it is.
 */
function ownMistake(command: Typed, error: MuxError): MuxError {
  const { operation, field } = error.details as { readonly operation?: unknown; readonly field?: unknown };
  if (error.code !== 'INVALID_ARGUMENT' || typeof operation !== 'string' || typeof field !== 'string')
    return error;
  if (!command.operations.includes(operation)) return error;
  const rule = error.message.split(`The input of ${operation} does not fit: `)[1];
  const word = wordFor(field, command);
  const message =
    rule === undefined
      ? word && error.message.replace(`'${field}' of ${operation}`, word)
      : `mux ${command.name}: ${rule.replace(/\w+/g, (name) => wordFor(name, command) ?? name)}`;
  if (message === undefined) return error;
  const suggestion = error.suggestion?.startsWith(`${field}: `)
    ? error.suggestion.replace(field, word ?? field)
    : `mux help ${command.name} shows what it takes.`;
  return new MuxError(error.code, message, { suggestion, details: error.details, cause: error });
}

/** What is typed for a field: an option of its name, or the only word that the command takes. */
function wordFor(field: string, { options, operands }: CommandLine): string | undefined {
  const names = [kebab(field), kebab(field).replace(/-ms$/, '')];
  const option = options.find(({ name }) => names.includes(name));
  if (option) return `--${option.name}`;
  return field === 'name' && operands.length === 1 ? operands[0]?.name : undefined;
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
