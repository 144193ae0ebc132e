/**
 * Rows of cells as lines with the columns in line; colours do not count, and a column with nothing in it is
 * left out.
 */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, i) => {
      widths[i] = Math.max(widths[i] ?? 0, width(cell));
    });
  }
  const line = (row: readonly string[]): string =>
    row
      .map((cell, i) => cell + ' '.repeat((widths[i] ?? 0) - width(cell)))
      .filter((_, i) => widths[i] !== 0)
      .join('  ');
  return rows.map((row) => `${line(row).trimEnd()}\n`).join('');
}

function width(cell: string): number {
  return cell.replace(/\x1b\[[0-9;]*m/g, '').length;
}
