import { type Area, type AreaRow, inkOf, nameOf } from './area.js';
import { type Candidate, rowBounds, union } from './candidate.js';
import { groundOf } from './cell-grid.js';
import { type Column, columnsOf } from './columns-of.js';
import { isLit } from './find-lists.js';
import type { TreeConfidence, TreeEvidence } from './tree-node.js';

/**
 * Tables: a row of titles, and below it rows that share its columns. The titles are recognized by a line under
 * them, or by a distinct style.
 */
export function findTables(area: Area): Candidate[] {
  const found: Candidate[] = [];
  for (let at = 0; at < area.rows.length; at++) {
    const table = tableAt(area, at);
    if (!table) continue;
    found.push(table.candidate);
    at = table.last;
  }
  return found;
}

const FEWEST_ROWS = 2;

/** Only a line under the titles is sure: a calendar and a list with a title look the same otherwise. */
function tableAt(area: Area, at: number): { candidate: Candidate; last: number } | undefined {
  const header = area.rows[at];
  if (!header || header.isBlank || header.isRule) return undefined;
  const ruled = area.rows[at + 1]?.isRule === true && isRuled(header, area.rows[at + 1]);
  const titled = hasOwnLook(header, area.rows[at + 1], area);
  if (!ruled && !titled) return undefined;
  const body: AreaRow[] = [];
  let last = at + (ruled ? 1 : 0);
  while (last + 1 < area.rows.length && belongs(area.rows[last + 1], header))
    body.push(area.rows[++last] as AreaRow);
  if (body.filter((row) => nameOf(row.text) !== '').length < FEWEST_ROWS) return undefined;
  const columns = columnsOf([header, ...body]);
  while (body.length > 0 && !fills(body.at(-1), columns)) {
    body.pop();
    last--;
  }
  if (body.length < FEWEST_ROWS) return undefined;
  if (columns.length < (ruled ? 2 : 3) || !isTitled(header, columns)) return undefined;
  return { candidate: toTable(area, header, body, columns, ruled ? 'likely' : 'guess'), last };
}

/** Whether a row has something in many of the columns; an empty one may be a part of the frame. */
function fills(row: AreaRow | undefined, columns: readonly Column[]): boolean {
  if (!row || nameOf(row.text) === '') return true;
  const filled = columns.filter(({ from, to }) => nameOf(textIn(row, from, to)) !== '').length;
  return filled * 5 >= columns.length * 2;
}

/** The line under the titles of `psql` and `sqlite3` has a joint for each gutter. */
function isRuled({ text }: AreaRow, rule: AreaRow | undefined): boolean {
  return /[-─━═]{2}[+┼┬│|\s][-─━═]{2}/u.test(rule?.text ?? '') && /\S\s*[│|\s]\s*\S/u.test(text);
}

/** Whether the titles look unlike the rows below them. */
function hasOwnLook(header: AreaRow, next: AreaRow | undefined, area: Area): boolean {
  if (!next || next.isBlank || next.isRule || !/\p{L}{2}/u.test(header.text)) return false;
  const [own, other] = [usualLook(header), usualLook(next)];
  return own.look !== other.look && (own.isUniform || isLit(header, area.ground));
}

/** How most letters of a row look. */
function usualLook(row: AreaRow): { readonly look: string; readonly isUniform: boolean } {
  const counts = new Map<string, number>();
  for (const { text, style } of row.cells) {
    if (text.trim() === '' || /[│┃]/u.test(text)) continue;
    const look = `${groundOf(style)} ${style.bold} ${style.underline === true} ${style.foreground}`;
    counts.set(look, (counts.get(look) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return { look: most?.[0] ?? '', isUniform: counts.size === 1 };
}

function belongs(row: AreaRow | undefined, header: AreaRow): boolean {
  return (
    row !== undefined && !row.isBlank && !row.isRule && !/^\(\d+ rows?\)/u.test(row.text) && row !== header
  );
}

/** Most columns have a title, of letters. */
function isTitled(header: AreaRow, columns: readonly Column[]): boolean {
  const titles = columns.map(({ from, to }) => nameOf(textIn(header, from, to)));
  const named = titles.filter((title) => /^[\p{L}%#.^][\p{L}\p{N}\s%+_/.^'-]*$/u.test(title)).length;
  return named * 10 >= columns.length * 6 && named >= 2;
}

function textIn({ cells }: AreaRow, from: number, to: number): string {
  return cells
    .slice(from, to)
    .map((cell) => cell.text)
    .join('');
}

function toTable(
  area: Area,
  header: AreaRow,
  body: readonly AreaRow[],
  columns: readonly Column[],
  confidence: TreeConfidence,
): Candidate {
  const evidence: TreeEvidence[] = [
    { kind: 'geometry', detail: `${columns.length} columns shared by ${body.length + 1} rows` },
    { kind: 'style', detail: 'a row of titles above' },
  ];
  const lit = body.filter((row) => isLit(row, area.ground));
  const rows = [header, ...body.filter((row) => nameOf(row.text) !== '')].map((row): Candidate => {
    const ink = inkOf(row.cells) ?? { from: area.bounds.column, to: area.bounds.column + 1 };
    return {
      role: 'row',
      name: nameOf(row.text),
      bounds: rowBounds(row.row, ink.from, ink.to - ink.from),
      confidence,
      state: lit.length === 1 && row === lit[0] ? ['focused', 'selected'] : [],
      evidence,
      children: cellsIn(row, columns, area, { confidence, evidence }),
    };
  });
  return {
    role: 'table',
    name: area.box?.title ?? '',
    bounds: union(rows.map(({ bounds }) => bounds)),
    confidence,
    evidence,
    children: rows,
  };
}

function cellsIn(
  row: AreaRow,
  columns: readonly Column[],
  area: Area,
  sure: Pick<Candidate, 'confidence' | 'evidence'>,
): Candidate[] {
  return columns.flatMap(({ from, to }): Candidate[] => {
    const name = nameOf(textIn(row, from, to));
    if (name === '') return [];
    const bounds = rowBounds(row.row, area.bounds.column + from, to - from);
    return [{ role: 'cell', name, bounds, ...sure }];
  });
}
