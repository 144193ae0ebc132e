import type { Output } from '../output.js';
import type { Completable } from '../parse-arguments.js';
import { printable } from '../style.js';
import { type Candidate, complete } from './complete.js';

/**
 * `mux __complete -- WORD…`, for the scripts of the shells: a line for each word that fits, with a tab and what it is;
 * `:files` or `:commands` where the shell knows better. Never complains: somebody is typing.
 */
export async function completeCommand(typed: readonly string[], output: Output): Promise<number> {
  const { words, more } = complete(typed);
  const live = await liveWords(more).catch(() => []);
  const fitting = [...words, ...live].filter(({ word }) => word.startsWith(typed.at(-1) ?? ''));
  const lines = fitting.map(({ word, about }) => `${word}\t${printable(about).slice(0, 80)}\n`);
  output.print(lines.join('') + elsewhere(more));
  return 0;
}

function elsewhere(more: Completable | undefined): string {
  if (more === 'file') return ':files\n';
  return more === 'command' ? ':commands\n' : '';
}

async function liveWords(more: Completable | undefined): Promise<readonly Candidate[]> {
  if (typeof more !== 'string' || more === 'file' || more === 'command') return [];
  const { livingWords } = await import('./living-words.js');
  return livingWords(more);
}
