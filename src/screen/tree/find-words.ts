import { type Area, type AreaRow, nameOf } from './area.js';
import { type Candidate, rowBounds } from './candidate.js';
import type { TreeFacts } from './tree-facts.js';

/** Links and headings: elements that are only words. */
export function findWords(area: Area, { profile }: TreeFacts): Candidate[] {
  return area.rows.flatMap((row, at) => [
    ...addresses(row),
    ...(profile?.underlinesLinks ? underlined(row) : []),
    ...heading(row, area.rows[at - 1], area),
  ]);
}

function addresses(row: AreaRow): Candidate[] {
  return [...row.text.matchAll(/\b(?:https?|ftp|file):\/\/[^\s<>"'`│┃]+[^\s<>"'`│┃.,;:!?)\]]/gu)].map(
    ({ 0: address, index }) => ({
      role: 'link',
      name: address,
      value: address,
      bounds: rowBounds(row.row, row.cells[index]?.column ?? 0, address.length),
      confidence: 'guess',
      evidence: [{ kind: 'pattern', detail: 'an address' }],
    }),
  );
}

/** Underlined words, as text browsers show links. */
function underlined(row: AreaRow): Candidate[] {
  const found: Candidate[] = [];
  for (let at = 0; at < row.cells.length; ) {
    let end = at;
    while (row.cells[end]?.style.underline === true) end++;
    const text = row.cells
      .slice(at, end)
      .map((cell) => cell.text)
      .join('');
    if (/\S{2}/u.test(text)) {
      found.push({
        role: 'link',
        name: nameOf(text),
        bounds: rowBounds(row.row, row.cells[at]?.column ?? 0, end - at),
        confidence: 'likely',
        evidence: [
          { kind: 'profile', detail: 'this program underlines links' },
          { kind: 'style', detail: 'underlined' },
        ],
      });
    }
    at = Math.max(end, at + 1);
  }
  return found;
}

/** A separate bold line at the left edge, after a blank one. */
function heading(row: AreaRow, above: AreaRow | undefined, area: Area): Candidate[] {
  if (area.box || row.isBlank || row.isRule || (above && !above.isBlank)) return [];
  const letters = row.cells.filter(({ text }) => text.trim() !== '');
  const isBold = letters.every(({ style }) => style.bold && !style.reverse);
  const name = nameOf(row.text);
  if (
    !isBold ||
    name.length > 60 ||
    !/^\p{Lu}[^/=<>{}]*$/u.test(row.text.trimEnd()) ||
    !/\p{L}{3}/u.test(name)
  )
    return [];
  return [
    {
      role: 'heading',
      name,
      bounds: rowBounds(row.row, letters[0]?.column ?? 0, name.length),
      confidence: 'likely',
      evidence: [{ kind: 'style', detail: 'a separate bold line' }],
    },
  ];
}
