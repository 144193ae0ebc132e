import type { StyledScreen } from '../styled-screen.js';
import { type Area, type AreaRow, nameOf } from './area.js';
import { type Candidate, rowBounds } from './candidate.js';
import { groundOf } from './cell-grid.js';
import { sharedColumns } from './columns-of.js';
import type { TreeEvidence } from './tree-node.js';

/** What stands at the edges of a full-screen program: the bar of its menu, its title, its keys, its status. */
export function findBars(area: Area, screen: StyledScreen): Candidate[] {
  if (area.box) return [];
  return area.rows.flatMap((row) => keyHints(row, screen) ?? bar(row, area, screen));
}

interface Hint {
  readonly key: string;
  readonly name: string;
  readonly index: number;
  readonly length: number;
}

const hintShapes = [
  /(F\d{1,2}|(?<!\d)\d{1,2}|Enter|Esc|Tab)((?:(?!F\d|\d|Enter|Esc|Tab)[^\n])*)/gu,
  /(?<=^|\s)(\^[A-Z_\\/\]^@]|M-[A-Za-z0-9^]) ((?:\S+ ?){1,3}?)(?=\s{2,}|\s*(?:\^[A-Z_\\/\]^@]|M-\S) |\s*$)/gu,
  /(?<=^|\s)([^\s:]{1,6}):(\p{Lu}[^:]*?)(?=\s+[^\s:]{1,6}:|\s*$)/gu,
] as const;

/** `1Help 2Menu`, `F1Help F2Setup`, `^G Help`: keys and what they do, in the last rows; the keys look unlike the words. */
function keyHints(row: AreaRow, { height }: StyledScreen): Candidate[] | undefined {
  if (row.row < height - 3) return undefined;
  for (const shape of hintShapes) {
    const hints = [...row.text.matchAll(shape)]
      .map(
        ({ index, 0: whole, 1: key = '', 2: name = '' }): Hint => ({
          key,
          name: name.trim(),
          index,
          length: whole.trimEnd().length,
        }),
      )
      .filter(({ name }) => /\p{L}/u.test(name));
    const letters = hints.reduce((sum, { length }) => sum + length, 0);
    const all = row.text.replaceAll(/\s+/gu, '').length;
    if (hints.length < 2 || letters < all * 0.8) continue;
    const styled = hints.filter(({ index, key }) => looksApart(row, index, key.length)).length;
    const sure = styled * 2 > hints.length || (hints.length > 2 && isFullWidth(row));
    return hints.map((hint) => ({
      role: 'button',
      name: nameOf(hint.name),
      value: hint.key,
      bounds: rowBounds(row.row, row.cells[hint.index]?.column ?? 0, hint.length),
      confidence: sure ? 'likely' : 'guess',
      evidence: [
        { kind: 'pattern', detail: `the key ${hint.key} and what it does` },
        ...(sure ? [{ kind: 'style', detail: 'keys look unlike the words behind them' } as const] : []),
      ],
    }));
  }
  return undefined;
}

function looksApart(row: AreaRow, index: number, length: number): boolean {
  const [key, word] = [row.cells[index]?.style, row.cells[index + length + 1]?.style];
  return (
    key !== undefined &&
    word !== undefined &&
    `${groundOf(key)}${key.bold}` !== `${groundOf(word)}${word.bold}`
  );
}

function bar(row: AreaRow, area: Area, screen: StyledScreen): Candidate[] {
  const isTop = row.row < 2;
  const isBottom = row.row >= screen.height - 3;
  if (row.isBlank || row.isRule || !(isTop || isBottom) || !isFullWidth(row)) return [];
  if (/[┌┐└┘╭╮╰╯│]/u.test(row.text)) return [];
  if (isTop) return menuBar(row) ?? (isOfTable(row, area) ? [] : [titleBar(row, 'heading')]);
  return [askingBar(row, screen) ?? titleBar(row, 'status')];
}

/** The first row of a list that is highlighted shares its columns with the rows below. */
function isOfTable(row: AreaRow, { rows }: Area): boolean {
  const below = rows.filter((each) => each.row > row.row && each.row <= row.row + 2 && !each.isBlank);
  return below.length === 2 && sharedColumns([row, ...below]).length >= 3;
}

/** A question in the bar at the lower edge, with the cursor behind it: `File Name to Write: notes.txt`. */
function askingBar(row: AreaRow, { cursor }: StyledScreen): Candidate | undefined {
  if (!cursor.visible || cursor.y !== row.row) return undefined;
  const [lead, name = ''] = /^\s*(\S[^:]*?(?:\[[^\]]*\])?): ?/u.exec(row.text) ?? [];
  if (lead === undefined || cursor.x < lead.length) return undefined;
  return {
    role: 'textbox',
    name: nameOf(name),
    value: row.text.slice(lead.length).trim(),
    bounds: rowBounds(row.row, 0, row.cells.length),
    confidence: 'likely',
    state: ['focused'],
    evidence: [
      { kind: 'fact', detail: 'the cursor is in it' },
      { kind: 'geometry', detail: 'a bar at the lower edge' },
    ],
  };
}

/** One ground from the first column to the last, and not that of the terminal. */
function isFullWidth({ cells }: AreaRow): boolean {
  const lit = cells.filter(({ style }) => groundOf(style) !== '');
  return lit.length >= cells.length - 2;
}

/** Single words side by side, each with a capital letter. */
function menuBar(row: AreaRow): Candidate[] | undefined {
  const words = [...row.text.matchAll(/\S+(?: \S+)*/gu)];
  const named = words.filter(([word]) => /^\p{Lu}\p{Ll}+(?: \p{L}+)?$/u.test(word));
  if (words.length < 4 || named.length < words.length) return undefined;
  const evidence: TreeEvidence[] = [
    { kind: 'geometry', detail: 'a bar at the upper edge' },
    { kind: 'pattern', detail: 'single words side by side' },
  ];
  const looks = words.map(({ index }) => groundOf(row.cells[index]?.style ?? ({} as never)));
  const children = words.map(({ 0: word, index }, at): Candidate => {
    const isOdd = looks.every((look, other) => other === at || look !== looks[at]);
    const bounds = rowBounds(row.row, row.cells[index]?.column ?? 0, word.length);
    return {
      role: 'option',
      name: word,
      bounds,
      confidence: 'likely',
      evidence,
      state: isOdd ? ['focused'] : [],
    };
  });
  return [
    {
      role: 'menu',
      name: '',
      bounds: rowBounds(row.row, 0, row.cells.length),
      confidence: 'likely',
      evidence,
      children,
    },
  ];
}

function titleBar(row: AreaRow, role: 'heading' | 'status'): Candidate {
  const where = role === 'heading' ? 'upper' : 'lower';
  return {
    role,
    name: nameOf(row.text),
    bounds: rowBounds(row.row, 0, row.cells.length),
    // Above a separate list it may be the first entry, or two titles.
    confidence: role === 'heading' ? 'guess' : 'likely',
    evidence: [{ kind: 'geometry', detail: `a bar at the ${where} edge` }],
  };
}
