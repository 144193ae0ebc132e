import type { Screen } from '../screen/index.js';
import { pack } from './packed-rows.js';

export interface ReplyOptions {
  /** What was sent to the program: its rows are no part of the reply. */
  readonly prompt?: string;
}

/**
 * What a program about which nothing is known has answered, from its screens before and after a prompt: the rows that
 * are new, without lines and without the prompt itself. Rows that stand on both screens are the program's own.
 *
 * @example
 * const before = await pane.screen();
 * await bridge.sendText(pane.id, 'What is six times seven?');
 * const reply = replyBetween(before, await pane.waitForQuiet(1_000), { prompt: 'What is six times seven?' });
 */
export function replyBetween(before: Screen, after: Screen, { prompt = '' }: ReplyOptions = {}): string {
  const kept = commonRows(before.lines.map(pack), after.lines.map(pack));
  const said = pack(prompt);
  const rows = after.lines
    .filter((_, index) => !kept.has(index))
    .map((row) => row.replace(SIDES, '$1').trimEnd())
    .filter((row) => !LINE.test(row) && !isPrompt(pack(row), said));
  return rows
    .join('\n')
    .replace(/\n{3,}/gu, '\n\n')
    .replace(/^\n+|\n+$/gu, '');
}

/** The sides of a box around a row. */
const SIDES = /^\s*[│┃║] ?(.*?) ?[│┃║]$/u;
const LINE = /^\s*[─━═╌┄╭╮╰╯┌┐└┘├┤│┃║]+[─━═╌┄╭╮╰╯┌┐└┘├┤│┃║\s]*$/u;

/** The prompt as the program shows it, with a marker before it, or the part of it that one row has. */
function isPrompt(row: string, said: string): boolean {
  if (said === '' || row === '') return false;
  if (row.endsWith(said) && row.length <= said.length + LONGEST_MARKER) return true;
  const text = row.replace(/^\W{1,3}/u, '');
  return text.length >= SHORTEST_PART && said.includes(text);
}

const LONGEST_MARKER = 12;
const SHORTEST_PART = 20;

/** The rows of `after` that are on both screens, in the same order; blank ones count for nothing. */
function commonRows(before: readonly string[], after: readonly string[]): Set<number> {
  const width = after.length + 1;
  const best = new Uint32Array((before.length + 1) * width);
  const at = (row: number, column: number): number => best[row * width + column] ?? 0;
  for (let row = before.length - 1; row >= 0; row--) {
    for (let column = after.length - 1; column >= 0; column--) {
      const same = before[row] !== '' && before[row] === after[column];
      best[row * width + column] = same
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const kept = new Set<number>();
  for (let row = 0, column = 0; row < before.length && column < after.length; ) {
    if (before[row] !== '' && before[row] === after[column]) {
      kept.add(column++);
      row++;
    } else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  }
  return kept;
}
