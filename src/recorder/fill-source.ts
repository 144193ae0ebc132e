/** Replaces `<<NAME>>` by values, and removes comments, blank lines and indentation. */
export function fillSource(source: string, values: Readonly<Record<string, string>>): string {
  const lean = source.replace(/^[ \t]*(#.*)?\n/gm, '').replace(/^[ \t]+/gm, '');
  return lean.replace(/<<([A-Z_]+)>>/g, (place, name: string) => values[name] ?? place).trim();
}
