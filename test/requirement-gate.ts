import ts from 'typescript';
import type { Requirement } from './requirements/requirement.js';

export interface GateInput {
  readonly requirements: Readonly<Record<string, Requirement>>;
  /** A room, or what one letter of the table asks of it: `store:A`. */
  readonly finishedRooms: readonly string[];
  /** The text of each test file, by its path. */
  readonly testFiles: Readonly<Record<string, string>>;
}

/** What is wrong, as sentences: finished requirements that no test cites, and citations of nothing. */
export function requirementGate({ requirements, finishedRooms, testFiles }: GateInput): string[] {
  const cited = new Map<string, string>();
  for (const [path, text] of Object.entries(testFiles)) {
    for (const id of citedIds(text)) cited.set(id, path);
  }
  const isFinished = (id: string, room: string): boolean =>
    finishedRooms.includes(room) || finishedRooms.includes(`${room}:${id.charAt(0)}`);
  const uncited = Object.entries(requirements)
    .filter(([id, { room }]) => isFinished(id, room) && !cited.has(id))
    .map(([id, { room, promise }]) => `No test cites ${id}, and ${room} is finished: ${promise}`);
  const unknown = [...cited]
    .filter(([id]) => !Object.hasOwn(requirements, id))
    .map(([id, path]) => `${path} cites ${id}, which is not in the table.`);
  return [...uncited, ...unknown];
}

/** The ids in the names of the tests of a file: `[A4]`, `[A4, W5]`. A skipped test cites nothing. */
export function citedIds(text: string): string[] {
  const ids: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const [block, ...modifiers] = calleeWords(node.expression);
      if (block === 'it' || block === 'test' || block === 'describe') {
        if (modifiers.includes('skip') || modifiers.includes('todo')) return;
        const name = node.arguments[0];
        if (name && (ts.isStringLiteralLike(name) || ts.isTemplateExpression(name))) {
          ids.push(...idsInName(name.getText()));
        }
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('a.test.ts', text, ts.ScriptTarget.Latest, true));
  return ids;
}

/** `it.skip.each(table)` as `['it', 'skip', 'each']`. */
function calleeWords(callee: ts.Expression): string[] {
  if (ts.isIdentifier(callee)) return [callee.text];
  if (ts.isPropertyAccessExpression(callee)) return [...calleeWords(callee.expression), callee.name.text];
  if (ts.isCallExpression(callee)) return calleeWords(callee.expression);
  if (ts.isTaggedTemplateExpression(callee)) return calleeWords(callee.tag);
  return [];
}

function idsInName(name: string): string[] {
  const lists = name.matchAll(/\[((?:[ABCKMW]\d+)(?:,? [ABCKMW]\d+)*)\]/g);
  return [...lists].flatMap(([, list = '']) => list.split(/,? /));
}
