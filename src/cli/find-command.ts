import { didYouMean, MuxError, shownText } from '../model/index.js';
import type { Command } from './command.js';
import { commands } from './commands.js';
import { inOtherWords } from './other-words.js';

export interface FoundCommand {
  readonly command: Command;
  /** The words behind its name. */
  readonly rest: readonly string[];
}

/**
 * The command that the arguments start with, named by one word or by two. Fails with `INVALID_ARGUMENT` if no
 * command matches.
 */
export function findCommand(words: readonly string[]): FoundCommand {
  const [first = '', second] = words;
  const two = commands.find(({ name }) => name === `${first} ${second}`);
  if (two) return { command: two, rest: words.slice(2) };
  const one = commands.find(({ name }) => name === first);
  if (one) return { command: one, rest: words.slice(1) };
  // `mux agents` alone lists them.
  const list = commands.find(({ name }) => name === `${first} ls`);
  if (list && (second === undefined || second.startsWith('-')))
    return { command: list, rest: words.slice(1) };
  const word = shownText(first);
  throw first.startsWith('-')
    ? misplacedOption(word, words)
    : unknown(word, second === undefined ? second : shownText(second));
}

/** The commands of two words that begin with this one. */
export function membersOf(word: string): readonly Command[] {
  return commands.filter(({ name }) => name.startsWith(`${word} `));
}

function unknown(first: string, second: string | undefined): MuxError {
  const members = membersOf(first).map(({ name }) => name.slice(first.length + 1));
  if (members.length === 0) {
    const names = [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''))];
    return new MuxError('INVALID_ARGUMENT', `'${first}' is not a mux command.`, {
      suggestion:
        inOtherWords(first) ?? didYouMean(first, names) ?? 'Run mux --help for the list of commands.',
    });
  }
  const there = `Available: ${members.join(', ')}.`;
  if (second === undefined || second.startsWith('-')) {
    return new MuxError('INVALID_ARGUMENT', `mux ${first} needs a subcommand.`, { suggestion: there });
  }
  return new MuxError('INVALID_ARGUMENT', `'${first} ${second}' is not a mux command.`, {
    suggestion: didYouMean(second, members) ?? there,
  });
}

function misplacedOption(option: string, words: readonly string[]): MuxError {
  const intended = commands.find(({ name }) => words.includes(name))?.name;
  return new MuxError('INVALID_ARGUMENT', `'${option}' is not a global option of mux.`, {
    suggestion: intended
      ? `Put options after the command: mux ${intended} ${option}`
      : 'Run mux --help for the list of commands.',
  });
}
