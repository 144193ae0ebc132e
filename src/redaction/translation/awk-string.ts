/**
 * A string literal of awk, in plain ASCII. Each character of `bytes` stands for one byte (0–255), which is how
 * `translatePattern` gives patterns and literals for awk.
 */
export function awkString(bytes: string): string {
  return `"${bytes.replace(/["\\]|[^ -~]/g, escaped)}"`;
}

function escaped(character: string): string {
  if (character === '"' || character === '\\') return `\\${character}`;
  return `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`;
}
