import { isBlankRow, isHorizontalRule } from '../../screen/index.js';
import type { RowCondition } from './profile-shape.js';
import type { Seen } from './seen.js';

/** The first row, of those a condition looks at, that fits it. */
export function fittingRow(condition: RowCondition, seen: Seen): number | undefined {
  const { rows } = seen.screen;
  if (condition.where === 'cursor') return cursorRow(condition, seen);
  let left = condition.within;
  for (const row of placesToLook(condition, seen)) {
    const text = rows[row];
    if (text === undefined || isBlankRow(text) || isHorizontalRule(text)) continue;
    if (left-- === 0) return undefined;
    if (condition.entry) {
      if (condition.entry.test(text)) return condition.pattern.test(text) ? row : undefined;
    } else if (condition.pattern.test(text)) return row;
  }
  return undefined;
}

function cursorRow({ pattern }: RowCondition, { screen }: Seen): number | undefined {
  const line = screen.lines[screen.lineOfRow[screen.cursor.y] ?? -1];
  return line !== undefined && pattern.test(line) ? screen.cursor.y : undefined;
}

/** The rows in the order in which they are looked at. */
function* placesToLook({ where }: RowCondition, { screen, input, menu }: Seen): Generator<number> {
  const end = screen.rows.length;
  if (where === 'above' && input) yield* down(input.box.firstRow - 1, 0);
  else if (where === 'below' && input) yield* up(input.box.lastRow + 1, end);
  else if (where === 'menu' && menu) {
    const first = menu.options[0]?.row ?? 0;
    const last = menu.options.at(-1)?.row ?? first;
    yield* up(last + 1, end);
    yield* down(first - 1, 0);
  } else if (where === 'bottom') yield* down(end - 1, 0);
  else if (where === 'screen') yield* up(0, end);
}

function* up(from: number, end: number): Generator<number> {
  for (let row = from; row < end; row++) yield row;
}

function* down(from: number, last: number): Generator<number> {
  for (let row = from; row >= last; row--) yield row;
}
