import { type Area, type AreaRow, nameOf } from './area.js';
import { type Candidate, rowBounds } from './candidate.js';
import { groundOf } from './cell-grid.js';

/** Bars that fill up: `[####    ] 45%`, `██████░░░░`, and a percentage on a bar of two backgrounds. */
export function findProgress(area: Area): Candidate[] {
  return area.rows.flatMap((row) => [...drawnBars(row), ...filledBar(row)]);
}

const drawn =
  /(\[(?:[#=|*>-]*)[\s.·-]*(?:\d[\d.]*[%A-Za-z/]*[\d.A-Za-z]*)?\s*\](?:\s*\d{1,3}(?:\.\d+)?\s?%)?)|((?=[█▉▊▋▌▍▎▏▓▒░━╸╺■□▰▱⣿⣀]{6})[█▉▊▋▌▍▎▏▓▒░━╸╺■□▰▱⣿⣀]+(?:\s*\d{1,3}(?:\.\d+)?\s?%)?)/gu;

function drawnBars(row: AreaRow): Candidate[] {
  return [...row.text.matchAll(drawn)].flatMap(({ 0: text, index }): Candidate[] => {
    const value = /\d{1,3}(?:\.\d+)?\s?%|\d[\d.]*[KMGT]?\/[\d.]+[KMGT]?(?=\])/u.exec(text)?.[0];
    const fill = /[#=|*>]{2}/u.test(text) || /[█▓━■▰⣿]/u.test(text);
    if (text.length < 8 || (!fill && value === undefined)) return [];
    if (/^[━─]+$/u.test(text.trim()) && value === undefined) return [];
    const before =
      row.text
        .slice(0, index)
        .split(/\s{3,}|[\])}]\s|[│┃]/u)
        .at(-1) ?? '';
    return [
      {
        role: 'progressbar',
        name: nameOf(before).replace(/[:]$/u, ''),
        value,
        bounds: rowBounds(row.row, row.cells[index]?.column ?? 0, text.length),
        confidence: value === undefined || isInText(row.text.slice(0, index)) ? 'guess' : 'likely',
        evidence: [{ kind: 'pattern', detail: 'a bar, and how much of it is full' }],
      },
    ];
  });
}

/** Behind many words it is a part of what they tell. */
function isInText(before: string): boolean {
  return before.trim().split(/\s+/u).length > 4;
}

/** The gauge of dialog and whiptail: nothing but a percentage, on one or two backgrounds. */
function filledBar(row: AreaRow): Candidate[] {
  const value = /^[\s│┃]*(\d{1,3})%[\s│┃]*$/u.exec(row.text)?.[1];
  if (value === undefined || row.cells.length < 12) return [];
  const grounds = new Set(row.cells.map(({ style }) => groundOf(style)));
  const first = row.cells[0]?.column ?? 0;
  return [
    {
      role: 'progressbar',
      name: '',
      value: `${value}%`,
      bounds: rowBounds(row.row, first, row.cells.length),
      confidence: grounds.size > 1 ? 'likely' : 'guess',
      evidence: [{ kind: 'style', detail: 'a percentage on a bar' }],
    },
  ];
}
