import { toTable } from './agent-row.js';

export type LabTable = 'own' | 'generic';

/**
 * Puts rows into one of the tables of the lab's page. What is around the tables stays, and so do the rows of agents that
 * were not run: there is one row for each agent and version.
 */
export function putRows(page: string, table: LabTable, rows: readonly (readonly string[])[]): string {
  const [begin, end] = [`<!-- ${table} profiles: begin -->`, `<!-- ${table} profiles: end -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The page has no table between ${begin} and ${end}.`);
  const known = page
    .slice(from + begin.length, to)
    .split('\n')
    .filter((line) => line.startsWith('| '));
  const kept = known.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  const byAgent = new Map([...kept, ...rows].map((row) => [row[0] ?? '', row]));
  const sorted = [...byAgent.keys()].sort().map((agent) => byAgent.get(agent) ?? []);
  return `${page.slice(0, from + begin.length)}\n\n${toTable(sorted)}\n\n${page.slice(to)}`;
}
