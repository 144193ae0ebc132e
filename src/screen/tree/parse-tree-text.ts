import { MuxError } from '../../model/index.js';
import { type NodeState, nodeStates, type TreeRole, treeRoles } from './tree-node.js';

/** An element that a tree must have. What is left out may be anything. */
export interface ExpectedNode {
  readonly role: TreeRole;
  readonly name: string | RegExp | undefined;
  readonly state: readonly NodeState[];
  readonly value: string | undefined;
  readonly children: readonly ExpectedNode[];
  /** Its line in the text, from 1. */
  readonly line: number;
}

/**
 * Reads the text of a tree: a line for each element, two blanks deeper for what is in it. A name may be left out, stand in
 * quotes, or be an expression between slashes. Fails with `INVALID_ARGUMENT`, and says which line.
 *
 * @example
 * parseTreeText('- dialog "Quit?":\n  - button /yes/i [focused]');
 */
export function parseTreeText(text: string): ExpectedNode[] {
  const lines = text.split('\n').map((words, index) => ({ words, line: index + 1 }));
  const given = lines.filter(({ words }) => words.trim() !== '');
  if (given.length === 0) throw invalid(1, 'the text is empty');
  const least = Math.min(...given.map(({ words }) => words.search(/\S/)));
  const roots: Open[] = [];
  const open: { readonly depth: number; readonly node: Open }[] = [];
  for (const { words, line } of given) {
    const depth = words.search(/\S/) - least;
    while ((open.at(-1)?.depth ?? -1) >= depth) open.pop();
    const node = parseLine(words.trim(), line);
    (open.at(-1)?.node.children ?? roots).push(node);
    open.push({ depth, node });
  }
  return roots;
}

interface Open extends ExpectedNode {
  readonly children: Open[];
}

const shape =
  /^- (\w+)(?:\s+("(?:[^"\\]|\\.)*"|\/(?:[^/\\]|\\.)+\/[imsu]*))?((?:\s+\[(?:[^\]"]|"(?:[^"\\]|\\.)*")*\])*)\s*:?$/;

function parseLine(words: string, line: number): Open {
  const [, role = '', name, marks = ''] = shape.exec(words) ?? [];
  if (role === '') throw invalid(line, `'${words}' is not of the form '- role "name" [state]'`);
  if (!(treeRoles as readonly string[]).includes(role))
    throw invalid(line, `'${role}' is not a role; roles are ${treeRoles.join(', ')}`);
  const state: NodeState[] = [];
  let value: string | undefined;
  for (const [, mark = ''] of marks.matchAll(/\[((?:[^\]"]|"(?:[^"\\]|\\.)*")*)\]/g)) {
    const quoted = /^value=(".*")$/.exec(mark)?.[1];
    if (quoted !== undefined) value = unquoted(quoted, line);
    else if (isState(mark)) state.push(mark);
    else if (!mark.startsWith('ref='))
      throw invalid(line, `'[${mark}]' is not a state; states are ${nodeStates.join(', ')}`);
  }
  return { role: role as TreeRole, name: parseName(name, line), state, value, children: [], line };
}

function isState(mark: string): mark is NodeState {
  return (nodeStates as readonly string[]).includes(mark);
}

function parseName(name: string | undefined, line: number): string | RegExp | undefined {
  if (name === undefined) return undefined;
  if (name.startsWith('"')) return unquoted(name, line);
  const end = name.lastIndexOf('/');
  try {
    return new RegExp(name.slice(1, end), name.slice(end + 1));
  } catch (error) {
    throw invalid(line, `${name} is not a regular expression`, error);
  }
}

function unquoted(text: string, line: number): string {
  try {
    return JSON.parse(text) as string;
  } catch (error) {
    throw invalid(line, `${text} is not a text in quotes`, error);
  }
}

function invalid(line: number, why: string, cause?: unknown): MuxError {
  return new MuxError('INVALID_ARGUMENT', `Line ${line} of the tree cannot be read: ${why}.`, {
    suggestion: 'Write one element a line, as in: - button "Yes" [focused]',
    details: { line },
    cause,
  });
}
