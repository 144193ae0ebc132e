/** `run_start` for `run.start`: many clients allow no dots in the name of a tool. */
export function toolName(operationName: string): string {
  return operationName.replace('.', '_');
}

/** Puts the names of tools into a text that names operations, as descriptions and suggestions do. */
export type ToolNaming = (text: string) => string;

export function toolNaming(operationNames: readonly string[]): ToolNaming {
  const longestFirst = [...operationNames].sort((a, b) => b.length - a.length);
  const names = longestFirst.map((name) => name.replace('.', '\\.')).join('|');
  const pattern = new RegExp(`(?<![\\w./-])(?:${names})(?![\\w-]|\\.\\w)`, 'g');
  return (text) => text.replace(pattern, toolName);
}
