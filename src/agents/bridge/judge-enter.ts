import { cursorLine } from '../../screen/screen.js';
import type { Echo } from './echo.js';
import type { Look } from './pane-view.js';
import type { Evidence } from './send-result.js';
import { commonStart, showsText, squeeze, tailOf } from './text-match.js';

/** What was sent, and how the program showed it before Enter. */
export interface Sent {
  readonly text: string;
  /** The words to look for in the input box; `null` for short text. */
  readonly snippet: string | null;
  readonly echo: Echo | undefined;
  /** Whether the program was at work when Enter was pressed for the first time. */
  readonly toBusy: boolean;
  /** What was seen before Enter was pressed for the first time. @default what was seen before it was pressed last */
  readonly first?: Look;
}

/**
 * - `accepted`: the program took it; `sure` where that does not rest on an input box which only looks empty
 * - `there`: the input box still holds it
 * - `completed`: the input box holds it with something added: a menu took Enter to complete a word
 * - `gone`: a collapsed paste is not in the input box any more, or something else is there: which proves nothing
 * - `dialog`: something else is asked now
 * - `unclear`: there is nothing to see yet
 */
export type EnterVerdict =
  | {
      readonly type: 'accepted';
      readonly status: 'submitted' | 'queued';
      readonly source: Evidence['source'];
      readonly detail: string;
      readonly sure: boolean;
    }
  | { readonly type: 'there' | 'completed' | 'gone' | 'dialog' | 'unclear' };

/** Whether Enter was taken, from the last look before it and one after it. */
export function judgeEnter(sent: Sent, before: Look, now: Look, noisy: ReadonlySet<number>): EnterVerdict {
  const status = sent.toBusy ? 'queued' : 'submitted';
  const { first = before } = sent;
  if (isQueued(sent, first, now)) return accepted('queued', 'screen', 'the program shows it as queued');
  if (isDialog(now, sent.text)) return judgeDialog(sent, first, now, status);
  const inBox = judgeBox(sent, before, now);
  if (inBox === 'there' || inBox === 'completed') return { type: inBox };
  if (isWorking(now) && !isWorking(first))
    return accepted(status, 'screen', `the program began to work (${now.agent.evidence})`);
  if (inBox === undefined) return judgeScreen(sent, before, now, noisy, status);
  if (movedUp(sent, first, now))
    return accepted(status, 'screen', 'it moved from the input box to the text above');
  // A menu may have put another word in its place.
  if (sent.echo?.kind === 'marker' || inBox === 'other') return { type: 'gone' };
  return { ...accepted(status, 'screen', 'the input box is empty again'), sure: false };
}

/** A dialog hides the input box. It shows nothing by itself: it may have come up before Enter was read. */
function judgeDialog(sent: Sent, before: Look, now: Look, status: 'submitted' | 'queued'): EnterVerdict {
  if (movedUp(sent, before, now))
    return accepted(
      status,
      'screen',
      `the text above shows it, and the program asks something (${now.agent.evidence})`,
    );
  const isCommand = sent.text.startsWith('/') && !isWorking(before);
  return isCommand
    ? accepted(status, 'screen', `the command asks something (${now.agent.evidence})`)
    : { type: 'dialog' };
}

/** Whether something is asked. Text of ours in the input box may read like a question, too. */
export function isDialog({ agent }: Look, ownText?: string): boolean {
  if (agent.state !== 'permission' && agent.state !== 'question') return false;
  if (agent.menu || !agent.input || ownText === undefined) return true;
  return !showsText(agent.input.text, tailOf(ownText));
}

export function isWorking(look: Look): boolean {
  return look.agent.state === 'working';
}

/** What the input box says; `undefined` where there was none, or is none. */
function judgeBox(
  sent: Sent,
  before: Look,
  now: Look,
): 'there' | 'completed' | 'empty' | 'other' | undefined {
  const was = before.agent.input;
  const is = now.agent.input;
  if (!was || !is) return undefined;
  if (sent.echo?.kind === 'marker') {
    if (is.pasteMarkers.includes(sent.echo.marker)) return 'there';
    return squeeze(is.text) === '' ? 'empty' : 'other';
  }
  const [old, text] = [squeeze(was.text), squeeze(is.text)];
  // A box that never showed the text says nothing by being empty.
  if (!sent.echo) return showsText(is.text, tailOf(sent.text)) ? 'there' : undefined;
  if (text === '') return 'empty';
  if (text === old) return 'there';
  if (sent.snippet !== null && showsText(is.text, sent.snippet)) return 'there';
  return isRelated(old, text) ? 'completed' : 'other';
}

/** A word that was completed leaves what stands before it as it was. */
function isRelated(old: string, text: string): boolean {
  const same = commonStart(old.toLowerCase(), text.toLowerCase());
  return same >= Math.min(4, old.length) || same * 2 >= old.length;
}

/** Without an input box: the line of the cursor, where it showed the text; else any row that was quiet before. */
function judgeScreen(
  sent: Sent,
  before: Look,
  now: Look,
  noisy: ReadonlySet<number>,
  status: 'submitted' | 'queued',
): EnterVerdict {
  if (sent.echo?.kind === 'line') {
    const same = before.screen.cursor.y === now.screen.cursor.y;
    const shown = cursorLine(now.screen);
    if (same && shown === cursorLine(before.screen)) return { type: 'there' };
    return accepted(status, 'content-change', 'the cursor went on from the line with the text');
  }
  const left = before.agent.input && !now.agent.input && !isInBox(before, now.screen.cursor.y);
  if (left) return { ...accepted(status, 'content-change', 'the cursor left the input line'), sure: false };
  const rows = Math.max(before.screen.rows.length, now.screen.rows.length);
  for (let row = 0; row < rows; row++) {
    if (noisy.has(row) || before.screen.rows[row] === now.screen.rows[row]) continue;
    if (isInBox(before, row) || isInBox(now, row)) continue;
    return { ...accepted(status, 'content-change', `row ${row + 1} of the screen changed`), sure: false };
  }
  return { type: 'unclear' };
}

function isInBox({ agent: { input } }: Look, row: number): boolean {
  return input !== undefined && row >= input.firstRow && row <= input.lastRow;
}

function isQueued(sent: Sent, before: Look, now: Look): boolean {
  const count = (look: Look): number =>
    look.agent.queued.filter((text) => isOurs(sent, text) || endsLikeOurs(sent, text)).length;
  return count(now) > count(before);
}

/** A queued message or a line of the transcript is often cut. */
function isOurs(sent: Sent, shown: string, fewest = 1): boolean {
  if (sent.echo?.kind === 'marker' && shown.includes(sent.echo.marker)) return true;
  const beginning = squeeze(shownLines(sent.text)[0] ?? '').slice(0, 24);
  return beginning.length >= fewest && squeeze(shown).includes(beginning);
}

/** Of a long text the beginning may be above the screen. */
function endsLikeOurs({ text }: Sent, shown: string): boolean {
  const end = tailOf(shownLines(text).at(-1) ?? '', 20);
  return end.length >= FEWEST_AT_END && showsText(shown, end);
}

/** The lines of a text as they are shown: where it is read as Markdown, the fences around code are not. */
function shownLines(text: string): string[] {
  const lines = text.trim().split('\n');
  const shown = lines.filter((line) => !/^\s*(?:`{3}|~{3})/.test(line));
  return shown.length > 0 ? shown : lines;
}

const FEWEST_AT_END = 6;

/** Whether more lines outside the input box show the text than before. */
function movedUp(sent: Sent, before: Look, now: Look): boolean {
  const count = (look: Look): number => {
    const outside = look.screen.rows.filter((_, row) => !isInBox(look, row));
    return outside.filter((row) => isOurs(sent, row, 6) || endsLikeOurs(sent, row)).length;
  };
  return count(now) > count(before);
}

function accepted(
  status: 'submitted' | 'queued',
  source: Evidence['source'],
  detail: string,
): Extract<EnterVerdict, { type: 'accepted' }> {
  return { type: 'accepted', status, source, detail, sure: true };
}
