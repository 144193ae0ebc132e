import type { Echo } from './echo.js';
import type { Look } from './pane-view.js';
import type { Evidence } from './send-result.js';
import { showsText, squeeze, tailOf } from './text-match.js';
import { isWrittenDown, isWrittenMixed, isWrittenTwice, shownLines } from './transcript.js';

/** What was sent, and how the program showed it before Enter. */
export interface Sent {
  readonly text: string;
  /** The words to look for in the input box; `null` for short text. */
  readonly snippet: string | null;
  readonly echo: Echo | undefined;
  /** Whether the program was at work when Enter was pressed for the first time. */
  readonly toBusy: boolean;
  /** Whether the program is known to empty its input box for a text that it takes, and for no other reason. */
  readonly isKnown: boolean;
  /** Whether the terminal itself may show what is typed and begin a new line at Enter. @default false */
  readonly mayBeTerminalsEcho?: boolean;
  /** What was seen before Enter was pressed for the first time. @default what was seen before it was pressed last */
  readonly first?: Look;
}

/**
 * - `accepted`: the program took it; `sure` where one look is enough, as no half-painted screen shows that
 * - `there`: the input box still holds it, or it stands at the caret
 * - `completed`: the input box holds it with its last word completed: a menu took Enter for that
 * - `empty`: the input box is empty, which a program that has dropped the text shows, too
 * - `gone`: a collapsed paste is not in the input box any more, or something else is there, or was taken: which proves nothing
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
  | { readonly type: 'there' | 'completed' | 'empty' | 'gone' | 'dialog' | 'unclear' };

/** Whether Enter was taken, from the last look before it and one after it. */
export function judgeEnter(sent: Sent, before: Look, now: Look): EnterVerdict {
  const status = sent.toBusy ? 'queued' : 'submitted';
  const { first = before } = sent;
  const inBox = judgeBox(sent, before, now);
  if (inBox === 'there' || inBox === 'completed') return { type: inBox };
  if (isWrittenMixed(sent.text, first, now)) return { type: 'gone' };
  if (isQueued(sent, first, now)) return accepted('queued', 'screen', 'the program shows it as queued');
  if (isDialog(now, sent.text)) return judgeDialog(sent, first, now, status);
  if (inBox === undefined && isAtCaret(sent.text, now)) return { type: 'unclear' };
  if (isWorking(now) && !isWorking(first)) {
    const detail = `the program began to work (${now.agent.evidence})`;
    return { ...accepted(status, 'screen', detail), sure: inBox !== undefined };
  }
  if (inBox === undefined) {
    const isTwice = !now.agent.input && !sent.mayBeTerminalsEcho && isWrittenTwice(sent.text, first, now);
    return isTwice
      ? { ...accepted(status, 'screen', 'the program shows it at several places now'), sure: false }
      : { type: 'unclear' };
  }
  if (sent.mayBeTerminalsEcho) return { type: 'empty' };
  if (movedUp(sent, first, now))
    return accepted(status, 'screen', 'it moved from the input box to the text above');
  // A menu may have put another word in its place.
  if (sent.echo?.kind === 'marker' || inBox === 'other') return { type: 'gone' };
  if (!sent.isKnown) return { type: 'empty' };
  return { ...accepted(status, 'screen', 'the input box is empty again'), sure: false };
}

/** A dialog hides the input box. It shows nothing by itself: it may have come up before Enter was read. */
function judgeDialog(sent: Sent, before: Look, now: Look, status: 'submitted' | 'queued'): EnterVerdict {
  if (movedUp(sent, before, now) && !isAtCaret(sent.text, now)) {
    const detail = `the text above shows it, and the program asks something (${now.agent.evidence})`;
    return { ...accepted(status, 'screen', detail), sure: false };
  }
  const isCommand = sent.isKnown && sent.text.startsWith('/') && !isWorking(before);
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

/** The content of the input box; `undefined` if there was no box, or it is missing now. */
function judgeBox(
  sent: Sent,
  before: Look,
  now: Look,
): 'there' | 'completed' | 'empty' | 'other' | undefined {
  const was = before.agent.input;
  const is = now.agent.input;
  if (is && sent.echo?.kind === 'line') return squeeze(is.text) === '' ? 'empty' : undefined;
  if (!was || !is) return undefined;
  if (sent.echo?.kind === 'marker') {
    if (is.pasteMarkers.includes(sent.echo.marker)) return 'there';
    return squeeze(is.text) === '' ? 'empty' : 'other';
  }
  const [old, text] = [squeeze(was.text), squeeze(is.text)];
  // A box that never showed the text says nothing by being empty.
  if (!sent.echo) return showsText(is.text, tailOf(sent.text)) ? 'there' : neverShown(sent, before, now);
  if (text === '') return 'empty';
  if (text === old) return 'there';
  if (sent.snippet !== null && showsText(is.text, sent.snippet)) return 'there';
  return isCompletion(was.text, is.text) ? 'completed' : 'other';
}

/** The text may be shown where it was taken, and only there. */
function neverShown(sent: Sent, before: Look, now: Look): 'empty' | undefined {
  return movedUp(sent, sent.first ?? before, now) && squeeze(now.agent.input?.text ?? '') === ''
    ? 'empty'
    : undefined;
}

/** The last word, with a sign in front that says what kind of name it is, has become a longer one. */
function isCompletion(old: string, text: string): boolean {
  const word = /(?:^|\s)([@/#$~.:]\S*)\s*$/u.exec(old)?.[1];
  if (word === undefined) return false;
  const kept = squeeze(old).slice(0, -squeeze(word).length);
  const [is, wanted] = [squeeze(text).toLowerCase(), squeeze(word).toLowerCase()];
  return (
    is.startsWith(kept.toLowerCase()) &&
    is.length > squeeze(old).length &&
    is.slice(kept.length).includes(wanted.slice(1))
  );
}

/**
 * Whether the text ends where the cursor is: whatever else changed, such a program has not taken it. Between them may
 * be line breaks, and what a program draws around its input.
 */
function isAtCaret(text: string, { screen }: Look): boolean {
  const { cursor, rows } = screen;
  const nearest = rows.slice(Math.max(0, cursor.y - MOST_BREAKS), cursor.y + 1);
  if (!nearest.some((row) => squeeze(row.replaceAll(DRAWN, '')) !== '')) return false;
  const upTo = [...rows.slice(0, cursor.y), [...(rows[cursor.y] ?? '')].slice(0, cursor.x).join('')];
  const shown = squeeze(upTo.join('').replaceAll(DRAWN, ''));
  const end = squeeze(text.replaceAll(DRAWN, '')).slice(-40);
  return end !== '' && shown.endsWith(end);
}

/** What is further away is not at the caret. */
const MOST_BREAKS = 3;
const DRAWN = /[─━═╌┄┈▀▄▔▁╭╮╰╯┌┐└┘┏┓┗┛╔╗╚╝├┤╞╡│┃║▌▐▎▏▕┆┊|❯›»▶➜>]/gu;

function isQueued(sent: Sent, before: Look, now: Look): boolean {
  const count = (look: Look): number => look.agent.queued.filter((text) => isOurs(sent, text)).length;
  return count(now) > count(before);
}

/** A queued message is often cut. */
function isOurs({ text, echo }: Sent, shown: string): boolean {
  if (echo?.kind === 'marker' && shown.includes(echo.marker)) return true;
  const lines = shownLines(text);
  const beginning = squeeze(lines[0] ?? '').slice(0, 24);
  if (beginning !== '' && squeeze(shown).includes(beginning)) return true;
  const end = tailOf(lines.at(-1) ?? '', 20);
  return end.length >= FEWEST_AT_END && showsText(shown, end);
}

const FEWEST_AT_END = 6;

function movedUp({ text, echo }: Sent, before: Look, now: Look): boolean {
  return isWrittenDown(text, before, now, echo?.kind === 'marker' ? echo.marker : undefined);
}

function accepted(
  status: 'submitted' | 'queued',
  source: Evidence['source'],
  detail: string,
): Extract<EnterVerdict, { type: 'accepted' }> {
  return { type: 'accepted', status, source, detail, sure: true };
}
