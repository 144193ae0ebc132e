/**
 * Tables that a program has drawn with boxes, as Markdown writes them; other lines stay. Cells whose text goes over
 * several rows are put together where the program draws a line between the rows of the table.
 *
 * @example
 * tableLines(['┌───┬───┐', '│ a │ b │', '├───┼───┤', '│ 1 │ 2 │', '└───┴───┘']);
 * // ['| a | b |', '| --- | --- |', '| 1 | 2 |']
 */
export function tableLines(lines: readonly string[]): string[] {
  const result: string[] = [];
  let table: string[] | undefined;
  for (const line of lines) {
    if (TOP.test(line)) table = [];
    if (table) table.push(line);
    else result.push(line);
    if (table && BOTTOM.test(line)) {
      result.push(...markdownTable(table));
      table = undefined;
    }
  }
  // One that is still being drawn.
  if (table) result.push(...markdownTable(table));
  return result;
}

const TOP = /^\s*[┌╭][─┬]+[┐╮]$/u;
const BOTTOM = /^\s*[└╰][─┴]+[┘╯]$/u;
const RULE = /^\s*[├┌└╭╰][─┼┬┴]+[┤┐┘╮╯]$/u;

function markdownTable(lines: readonly string[]): string[] {
  const rows: string[][] = [];
  let row: string[] | undefined;
  for (const line of lines) {
    if (RULE.test(line)) {
      row = undefined;
      continue;
    }
    const cells = line.trim().replace(/^│|│$/gu, '').split('│');
    if (row) row = addCells(rows, row, cells);
    else {
      row = cells.map((cell) => cell.trim());
      rows.push(row);
    }
  }
  if (rows.length < 2) return rows.flat().filter((cell) => cell !== '');
  const written = rows.map((cells) => `| ${cells.join(' | ')} |`);
  return [...written.slice(0, 1), `|${' --- |'.repeat(rows[0]?.length ?? 0)}`, ...written.slice(1)];
}

function addCells(rows: string[][], row: readonly string[], cells: readonly string[]): string[] {
  const longer = row.map((cell, index) => `${cell} ${cells[index]?.trim() ?? ''}`.trim());
  rows[rows.length - 1] = longer;
  return longer;
}
