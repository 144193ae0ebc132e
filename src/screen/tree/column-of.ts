import { columnWidth } from '../../vt/index.js';

/** The column in which words begin in a row, also where the row shows only their beginning. */
export function columnOf(row: string, words: string): number {
  const whole = row.indexOf(words);
  const at = whole >= 0 ? whole : row.indexOf(words.split(/\s+/u)[0] ?? '');
  return columnWidth(row.slice(0, Math.max(0, at)));
}
