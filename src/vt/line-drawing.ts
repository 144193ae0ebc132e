/** The letters of the DEC special graphics set, as far as programs use them. */
export const lineDrawing: Readonly<Record<string, string>> = {
  '`': '◆',
  a: '▒',
  f: '°',
  g: '±',
  j: '┘',
  k: '┐',
  l: '┌',
  m: '└',
  n: '┼',
  o: '⎺',
  p: '⎻',
  q: '─',
  r: '⎼',
  s: '⎽',
  t: '├',
  u: '┤',
  v: '┴',
  w: '┬',
  x: '│',
  y: '≤',
  z: '≥',
  '{': 'π',
  '|': '≠',
  '}': '£',
  '~': '·',
  '+': '→',
  ',': '←',
  '-': '↑',
  '.': '↓',
  '0': '█',
};

/** Letters as the lines that they stand for. */
export function drawn(text: string): string {
  return text.replace(/[`-~+,\-.0]/g, (letter) => lineDrawing[letter] ?? letter);
}
