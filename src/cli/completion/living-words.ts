import { knownNames, type NameKind, Runtime } from '../../operations/index.js';
import type { Candidate } from './complete.js';

/** Words that change from day to day. By itself, because what is needed to know them is much. */
export async function livingWords(of: NameKind | 'operation' | 'target'): Promise<Candidate[]> {
  if (of === 'operation') return operationWords();
  const kinds = of === 'target' ? (['worker', 'agent', 'run'] as const) : [of];
  await using runtime = new Runtime();
  const found = await Promise.all(kinds.map((kind) => knownNames(runtime, kind)));
  return found.flat().map(({ name, about }) => ({ word: name, about }));
}

async function operationWords(): Promise<Candidate[]> {
  const { allOperations } = await import('../../operations/families.js');
  return (await allOperations()).map(({ name, summary }) => ({ word: name, about: summary }));
}
