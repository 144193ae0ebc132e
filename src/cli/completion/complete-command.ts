import { Runtime } from '../../operations/runtime.js';
import { knownNames } from '../../operations/targets/known-names.js';
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

async function liveWords(more: Completable | undefined): Promise<Candidate[]> {
  if (more === 'operation') return operationWords();
  const kinds = more === 'target' ? (['worker', 'agent', 'run'] as const) : isKind(more) ? [more] : [];
  if (kinds.length === 0) return [];
  await using runtime = new Runtime();
  const found = await Promise.all(kinds.map((kind) => knownNames(runtime, kind)));
  return found.flat().map(({ name, about }) => ({ word: name, about }));
}

async function operationWords(): Promise<Candidate[]> {
  const { allOperations } = await import('../../operations/families.js');
  return (await allOperations()).map(({ name, summary }) => ({ word: name, about: summary }));
}

function isKind(more: Completable | undefined): more is 'worker' | 'run' | 'agent' | 'host' {
  return more === 'worker' || more === 'run' || more === 'agent' || more === 'host';
}
