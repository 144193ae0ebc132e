import { columns, toTable } from './agent-row.js';

export type LabTable = 'own' | 'generic';

/**
 * Puts rows into one of the tables of the lab's page. What is around the tables stays, and so do the rows of agents that
 * were not run: there is one row for each agent and version.
 */
export function putRows(page: string, table: LabTable, rows: readonly (readonly string[])[]): string {
  const found = tableIn(page, table);
  for (const row of rows) found.rows.set(row[0] ?? '', row);
  return withTable(page, found);
}

/** Puts the cells of one trial into the row of an agent whose other trials were run before. */
export function putCells(page: string, table: LabTable, agent: string, cells: Cells): string {
  const found = tableIn(page, table);
  const row = found.rows.get(agent);
  if (!row) throw new Error(`The page has no row for ${agent}: run all trials first.`);
  found.rows.set(
    agent,
    columns.map((column, at) => cells[column] ?? row[at] ?? ''),
  );
  return withTable(page, found);
}

export type Cells = Readonly<Partial<Record<(typeof columns)[number], string>>>;

interface TableInPage {
  readonly from: number;
  readonly to: number;
  /** By their first cell. */
  readonly rows: Map<string, readonly string[]>;
}

function tableIn(page: string, table: LabTable): TableInPage {
  const [begin, end] = [`<!-- ${table} profiles: begin -->`, `<!-- ${table} profiles: end -->`];
  const [from, to] = [page.indexOf(begin) + begin.length, page.indexOf(end)];
  if (!page.includes(begin) || to < from)
    throw new Error(`The page has no table between ${begin} and ${end}.`);
  const lines = page
    .slice(from, to)
    .split('\n')
    .filter((line) => line.startsWith('| '));
  const cells = lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return { from, to, rows: new Map(cells.map((row) => [row[0] ?? '', row])) };
}

function withTable(page: string, { from, to, rows }: TableInPage): string {
  const sorted = [...rows.keys()].sort().map((agent) => rows.get(agent) ?? []);
  return `${page.slice(0, from)}\n\n${toTable(sorted)}\n\n${page.slice(to)}`;
}
