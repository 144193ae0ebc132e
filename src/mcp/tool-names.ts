import { isMuxError, type Words } from '../model/index.js';

/** `run_start` for `run.start`: many clients allow no dots in the name of a tool. */
export function toolName(operationName: string): string {
  return operationName.replace('.', '_');
}

/** What phrases refer to, for a model. */
export const toolWords: Words = { call: ({ operation }) => toolName(operation), field: (name) => name };

/** The tools that the suggestion of an error names, with what is known of their arguments. */
export function nextCalls(error: unknown): { readonly next?: readonly object[] } {
  const calls = isMuxError(error) ? error.next : [];
  if (calls.length === 0) return {};
  return { next: calls.map(({ operation, input }) => ({ tool: toolName(operation), arguments: input })) };
}

/** Puts the names of tools into a text that names operations, as descriptions do. */
export type ToolNaming = (text: string) => string;

export function toolNaming(operationNames: readonly string[]): ToolNaming {
  const longestFirst = [...operationNames].sort((a, b) => b.length - a.length);
  const names = longestFirst.map((name) => name.replace('.', '\\.')).join('|');
  const pattern = new RegExp(`(?<![\\w./-])(?:${names})(?![\\w-]|\\.\\w)`, 'g');
  return (text) => text.replace(pattern, toolName);
}
