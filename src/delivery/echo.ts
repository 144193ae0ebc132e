import { cursorLine, type InputBox } from '../screen/index.js';
import type { Look } from './pane-view.js';
import { isSameText, showsText, squeeze, tailOf } from './text-match.js';
import { countShown } from './transcript.js';

/**
 * - `text`: the input box shows what was sent and nothing else; of a long text, as much of its end as has room
 * - `marker`: the input box shows a marker instead
 * - `masked`: the input box shows one sign for each character
 * - `split`: the input box shows the last line only, as the program took the lines before it one by one
 * - `line`: the line of the cursor ends with what was sent
 * - `part`: the beginning of it is shown
 * - `other`: something else than what was sent
 */
export type Echo =
  | { readonly kind: 'text' | 'masked' | 'line' }
  | { readonly kind: 'split'; readonly lines: number }
  | { readonly kind: 'marker'; readonly marker: string }
  | { readonly kind: 'part' | 'other'; readonly shown: string };

/** Whether an echo shows the whole text, and nothing that was not sent. */
export function isWhole(echo: Echo | undefined): echo is Exclude<Echo, { kind: 'part' | 'other' }> {
  return echo !== undefined && echo.kind !== 'part' && echo.kind !== 'other';
}

/** What the screen shows of a text that was given to the program; `before` is from before it was sent. */
export function findEcho(text: string, before: Look, now: Look): Echo | undefined {
  const box = now.agent.input;
  if (!box) return lineEcho(text, before, now);
  const was = squeeze(before.agent.input?.text ?? '');
  const is = squeeze(box.text);
  if (is === was) return undefined;
  const expected = was + squeeze(text);
  if (isSameText(is, expected) || isScrolled(box, is, was, text, now.screen.width)) return { kind: 'text' };
  const marker = newMarker(box, before.agent.input);
  if (marker !== undefined)
    return withoutMarkers(box) === withoutMarkers(before.agent.input)
      ? { kind: 'marker', marker }
      : { kind: 'other', shown: box.text };
  if (is.startsWith(was) && /^([^\p{L}\p{N}])\1*$/u.test(is.slice(was.length))) return { kind: 'masked' };
  const lines = text.trim().split('\n');
  const [first = '', last = ''] = [lines[0], lines.at(-1)];
  if (lines.length > 1 && is === squeeze(last) && countShown(first, now) > countShown(first, before))
    return { kind: 'split', lines: lines.length };
  return { kind: expected.startsWith(is) ? 'part' : 'other', shown: box.text };
}

/** A box without room for a text shows the end of it, whole rows of it: what misses less than a row was lost. */
function isScrolled(box: InputBox, is: string, was: string, text: string, width: number): boolean {
  const [shown, whole] = [bare(is), bare(was + text)];
  const missing = whole.length - shown.length;
  if (box.lastRow === box.firstRow || shown === '' || missing <= 0 || !whole.endsWith(shown)) return false;
  return missing >= width / 3 || linesUpTo(text, missing - bare(was).length);
}

/** Whether the first lines of a text have so many characters. */
function linesUpTo(text: string, characters: number): boolean {
  let length = 0;
  return text.split('\n').some((line) => {
    length += bare(line).length;
    return length > 0 && length === characters;
  });
}

function bare(text: string): string {
  return squeeze(text).replaceAll(SCROLL_SIGNS, '');
}

/** What boxes show at their edge where more of the text is. */
const SCROLL_SIGNS = /[↑↓▲▼▴▾⇡⇣]/gu;

function newMarker(box: InputBox, before: InputBox | undefined): string | undefined {
  return box.pasteMarkers.filter((one) => !before?.pasteMarkers.includes(one)).at(-1);
}

function withoutMarkers(box: InputBox | undefined): string {
  const { text = '', pasteMarkers = [] } = box ?? {};
  return squeeze(pasteMarkers.reduce((rest, marker) => rest.replace(marker, ''), text));
}

/** A line program shows what is typed where its cursor is. */
function lineEcho(text: string, before: Look, now: Look): Echo | undefined {
  const lines = text.split('\n');
  const shown = cursorLine(now.screen);
  const [was, is] = [squeeze(cursorLine(before.screen)), squeeze(shown)];
  if (is === was && before.screen.cursor.y === now.screen.cursor.y) return undefined;
  if (lines.length > 1) {
    const last = lines.findLast((line) => line.trim() !== '') ?? '';
    return showsText(shown, tailOf(last)) ? { kind: 'line' } : undefined;
  }
  const expected = was + squeeze(text);
  if (isSameText(is, expected) || upToCaret(now).endsWith(expected)) return { kind: 'line' };
  return { kind: expected.startsWith(is) ? 'part' : 'other', shown };
}

/** A program may break the line that is typed into rows by itself. */
function upToCaret({ screen: { rows, cursor } }: Look): string {
  const last = [...(rows[cursor.y] ?? '')].slice(0, cursor.x).join('');
  return squeeze([...rows.slice(0, cursor.y), last].join(''));
}
