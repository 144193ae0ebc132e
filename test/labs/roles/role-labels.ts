import { existsSync, readFileSync } from 'node:fs';
import { type ExpectedNode, parseTreeText } from '../../../src/screen/tree/parse-tree-text.js';
import { fixtureFolder } from './role-fixtures.js';

/** What a person saw on a screen; the order says nothing. */
export interface ScreenLabels {
  /** The name of the fixture, with or without its size at the end. */
  readonly states: readonly string[];
  readonly nodes: readonly ExpectedNode[];
}

/**
 * The labels of a program: blocks that begin with `== STATE…` and list the elements of these screens in the form of
 * `treeText`, without indentation. A block without elements says that there are none.
 */
export function roleLabels(program: string): ScreenLabels[] {
  const file = `${fixtureFolder}/${program}/labels.txt`;
  if (!existsSync(file)) return [];
  const blocks = readFileSync(file, 'utf8').split(/^== /mu).slice(1);
  return blocks.map((block) => {
    const [states = '', ...lines] = block.split('\n');
    const text = lines.join('\n');
    return { states: states.trim().split(' '), nodes: text.trim() === '' ? [] : parseTreeText(text) };
  });
}

/** The labels of one screen, if somebody wrote them. */
export function labelsOf(labels: readonly ScreenLabels[], name: string): ScreenLabels | undefined {
  const bare = name.replace(/-\d+x\d+$/u, '');
  return (
    labels.find(({ states }) => states.includes(name)) ?? labels.find(({ states }) => states.includes(bare))
  );
}
