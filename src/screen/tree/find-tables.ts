import { type Area, type AreaRow, inkOf, nameOf } from './area.js';
import { type Candidate, rowBounds, union } from './candidate.js';
import { groundOf } from './cell-grid.js';
import { type Column, columnsOf } from './columns-of.js';
import { isLit } from './find-lists.js';
import type { TreeEvidence } from './tree-node.js';

/**
 * Tables: a row of titles, and below it rows that share its columns. What shows the titles is a line under them, or a
 * look of their own.
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
  if (body.length < FEWEST_ROWS) return undefined;
  const columns = columnsOf([header, ...body]);
  if (columns.length < (ruled ? 2 : 3) || !isTitled(header, columns)) return undefined;
  return { candidate: toTable(area, header, body, columns), last };
}

/** The line under the titles of `psql` and `sqlite3` has a joint for each gutter. */
function isRuled({ text }: AreaRow, rule: AreaRow | undefined): boolean {
  return /[-─━═]{2}[+┼┬│|\s][-─━═]{2}/u.test(rule?.text ?? '') && /\S\s*[│|\s]\s*\S/u.test(text);
}

/** Whether the titles look unlike the rows below them. */
function hasOwnLook(header: AreaRow, next: AreaRow | undefined, area: Area): boolean {
  if (!next || next.isBlank || next.isRule) return false;
  const look = (row: AreaRow): string => {
    const cells = row.cells.filter(({ text }) => text.trim() !== '' && !/[│┃]/u.test(text));
    return new Set(
      cells.map(
        ({ style }) => `${groundOf(style)}${style.bold}${style.underline === true}${style.foreground}`,
      ),
    ).size === 1
      ? `${groundOf(cells[0]?.style ?? ({} as never))}${cells[0]?.style.bold}${cells[0]?.style.underline === true}${cells[0]?.style.foreground}`
      : 'mixed';
  };
  const own = look(header);
  return (
    (isLit(header, area.ground) || own !== 'mixed') && own !== look(next) && /\p{L}{2}/u.test(header.text)
  );
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
): Candidate {
  const evidence: TreeEvidence[] = [
    { kind: 'geometry', detail: `${columns.length} columns shared by ${body.length + 1} rows` },
    { kind: 'style', detail: 'a row of titles above' },
  ];
  const lit = body.filter((row) => isLit(row, area.ground));
  const rows = [header, ...body].map((row): Candidate => {
    const ink = inkOf(row.cells) ?? { from: area.bounds.column, to: area.bounds.column + 1 };
    return {
      role: 'row',
      name: nameOf(row.text),
      bounds: rowBounds(row.row, ink.from, ink.to - ink.from),
      confidence: 'likely',
      state: lit.length === 1 && row === lit[0] ? ['focused', 'selected'] : [],
      evidence,
      children: cellsIn(row, columns, area, evidence),
    };
  });
  return {
    role: 'table',
    name: area.box?.title ?? '',
    bounds: union(rows.map(({ bounds }) => bounds)),
    confidence: 'likely',
    evidence,
    children: rows,
  };
}

function cellsIn(
  row: AreaRow,
  columns: readonly Column[],
  area: Area,
  evidence: readonly TreeEvidence[],
): Candidate[] {
  return columns.flatMap(({ from, to }): Candidate[] => {
    const name = nameOf(textIn(row, from, to));
    if (name === '') return [];
    const bounds = rowBounds(row.row, area.bounds.column + from, to - from);
    return [{ role: 'cell', name, bounds, confidence: 'likely', evidence }];
  });
}
