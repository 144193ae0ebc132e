import { didYouMean, MuxError } from '../model/index.js';
import { type CallOperation, everydayOperations, familyOf, type Operation } from '../operations/index.js';
import { toolName } from './tool-names.js';

/**
 * The operations that a model is offered. Without words: what it needs to work, and nothing that ends or removes
 * something. Words are families (`run` or `runs`), tools (`run_stop`), `default`, `all`, and two that count for all
 * the others: `destructive` adds what ends or removes, `read-only` leaves only what changes nothing.
 *
 * @example
 * chooseTools(await allOperations(), ['workspace', 'runs', 'pane_kill']);
 */
export function chooseTools(
  operations: readonly Operation[],
  words: readonly string[] = ['default'],
): readonly CallOperation[] {
  const offered = operations.filter(isOffered);
  const known = knownWords(offered);
  const chosen = new Set<CallOperation>();
  const destructive = words.includes('destructive');
  const add = (list: readonly CallOperation[]): void => {
    for (const operation of list) if (destructive || operation.effect !== 'destroy') chosen.add(operation);
  };
  for (const word of words) {
    if (MODIFIERS.includes(word)) continue;
    const named = offered.find(({ name }) => name === word || toolName(name) === word);
    const group = known.get(word);
    // Who names a tool means it, whatever it does.
    if (named) chosen.add(named);
    else if (group) add(group);
    else
      throw unknownWord(word, [...known.keys(), ...MODIFIERS, ...offered.map(({ name }) => toolName(name))]);
  }
  if (words.every((word) => MODIFIERS.includes(word))) add(known.get('default') ?? []);
  const all = offered.filter((operation) => chosen.has(operation));
  return words.includes('read-only') ? all.filter(({ effect }) => effect === 'read') : all;
}

const MODIFIERS = ['destructive', 'read-only'];

function isOffered(operation: Operation): operation is CallOperation {
  return operation.kind === 'call' && operation.faces.includes('mcp');
}

function knownWords(offered: readonly CallOperation[]): Map<string, readonly CallOperation[]> {
  const families = [...new Set(offered.map(familyOf))];
  const of = (family: string): readonly CallOperation[] =>
    offered.filter((operation) => familyOf(operation) === family);
  return new Map([
    ['default', offered.filter(({ name }) => everydayOperations.includes(name))],
    ['all', offered],
    ...families.flatMap((family): [string, readonly CallOperation[]][] => [
      [family, of(family)],
      [plural(family), of(family)],
    ]),
  ]);
}

function plural(family: string): string {
  return family.endsWith('x') ? `${family}es` : `${family}s`;
}

function unknownWord(word: string, known: readonly string[]): MuxError {
  return new MuxError('INVALID_ARGUMENT', `'${word}' is not a tool or set of tools.`, {
    suggestion: didYouMean(word, known) ?? `Available: ${known.join(', ')}.`,
    details: { word },
  });
}
