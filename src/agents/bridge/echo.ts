import { cursorLine } from '../../screen/screen.js';
import type { Look } from './pane-view.js';
import { showsText, squeeze, tailOf } from './text-match.js';

/**
 * - `text`: the input box shows the end of what was sent
 * - `marker`: the input box shows a marker in its place
 * - `line`: the line of the cursor shows the end of what was sent
 * - `some`: the input box shows something else than before
 */
export type Echo =
  | { readonly kind: 'text' | 'line' | 'some' }
  | { readonly kind: 'marker'; readonly marker: string };

/** Whether the screen shows that the program has taken text into its input; `before` is from before it was sent. */
export function findEcho(text: string, before: Look, now: Look): Echo | undefined {
  const box = now.agent.input;
  if (!box) return lineEcho(text, before, now);
  const boxBefore = before.agent.input;
  const marker = box.pasteMarkers.filter((one) => !boxBefore?.pasteMarkers.includes(one)).at(-1);
  if (marker !== undefined) return { kind: 'marker', marker };
  const was = squeeze(boxBefore?.text ?? '');
  const is = squeeze(box.text);
  if (is === was) return undefined;
  return { kind: showsText(box.text, tailOf(text)) ? 'text' : 'some' };
}

/** A line program shows what is typed where its cursor is. */
function lineEcho(text: string, before: Look, now: Look): Echo | undefined {
  const line = lastLine(text);
  const shown = cursorLine(now.screen);
  const moved = before.screen.cursor.y !== now.screen.cursor.y || cursorLine(before.screen) !== shown;
  return moved && showsText(shown, tailOf(line)) ? { kind: 'line' } : undefined;
}

function lastLine(text: string): string {
  return text.split('\n').findLast((line) => line.trim() !== '') ?? '';
}
