import { type InputBox, isMutedStyle, type StyledScreen } from '../../screen/index.js';
import { cellsOf, isBlankCell } from '../../vt/index.js';
import type { QueuedHints } from './profile-shape.js';

/** The messages that wait above the input box, from top to bottom. */
export function queuedMessages(
  hints: readonly QueuedHints[],
  screen: StyledScreen,
  box: InputBox,
): readonly string[] {
  const messages: string[] = [];
  let open: QueuedHints | undefined;
  for (let row = 0; row < box.firstRow; row++) {
    const text = screen.rows[row] ?? '';
    const begun = hints.find((each) => each.match.test(text) && looksQueued(screen, row, each));
    const more: string | undefined = open && !begun ? open.more?.exec(text)?.[1] : undefined;
    if (begun) messages.push((begun.match.exec(text)?.[1] ?? '').trimEnd());
    else if (more !== undefined) messages.push(`${messages.pop()}\n${more.trimEnd()}`);
    if (begun || more === undefined) open = begun;
  }
  return messages;
}

/** Messages that were sent already look alike but for how much they are set back. */
function looksQueued(screen: StyledScreen, row: number, hints: QueuedHints): boolean {
  const { muted, italic } = hints;
  if (hints.below && !isAbove(screen, row, hints, hints.below)) return false;
  const cells = cellsOf(screen.styledRows[row] ?? []).filter((cell) => !isBlankCell(cell));
  if (italic !== undefined && cells.some(({ style }) => style.italic !== italic)) return false;
  if (muted === undefined) return true;
  const looked = muted === 'marker' ? cells.slice(0, 1) : cells;
  return looked.every((cell) => isMutedStyle(cell.style));
}

/** Whether the row under a message, of however many rows, says that it waits. */
function isAbove({ rows }: StyledScreen, first: number, { match }: QueuedHints, below: RegExp): boolean {
  let row = first + 1;
  while (row < rows.length && match.test(rows[row] ?? '') && !below.test(rows[row] ?? '')) row++;
  return below.test(rows[row] ?? '');
}
