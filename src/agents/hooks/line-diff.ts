/** What changed between two texts: lines that went with `-`, lines that came with `+`, and some around them. */
export function lineDiff(before: string, after: string): string {
  const [a, b] = [linesOf(before), linesOf(after)];
  const marked = merge(a, b);
  const near = new Set<number>();
  for (const [index, line] of marked.entries()) {
    if (line.startsWith(' ')) continue;
    for (let i = index - AROUND; i <= index + AROUND; i++) near.add(i);
  }
  const shown: string[] = [];
  for (const [index, line] of marked.entries()) {
    if (!near.has(index)) continue;
    if (index > 0 && !near.has(index - 1) && shown.length > 0) shown.push('…');
    shown.push(line);
  }
  return shown.map((line) => `${line}\n`).join('');
}

const AROUND = 2;

function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** The longest common lines, by the length of what is left to compare. */
function merge(a: readonly string[], b: readonly string[]): string[] {
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  const at = (i: number, j: number): number => lengths[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const row = lengths[i];
      if (row) row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const merged: string[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      merged.push(` ${a[i]}`);
      i++;
      j++;
    } else if (j < b.length && (i === a.length || at(i, j + 1) > at(i + 1, j))) merged.push(`+${b[j++]}`);
    else merged.push(`-${a[i++]}`);
  }
  return merged;
}
