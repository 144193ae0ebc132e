import type { Profile } from '../panes/index.js';
import { isBlankRow } from '../screen/index.js';
import { bridgeDefaults } from './bridge-options.js';
import type { Delivery } from './delivery.js';
import { isWhole } from './echo.js';
import { type Acceptance, accept, type EnterOutcome, lookOrEnd, type Press } from './enter-outcome.js';
import { type EnterVerdict, isDialog, judgeEnter, type Sent } from './judge-enter.js';
import type { PaneEnd } from './pane-end.js';
import type { PaneTalk } from './pane-talk.js';
import type { Look } from './pane-view.js';
import { CLOSED, endsProgram, hasEnded, isOver, judgeEnd } from './program-end.js';
import { readerNow, type TerminalReader } from './terminal-reader.js';
import { squeeze } from './text-match.js';
import { beganToWork, HOOK_RAN, isToldByHook, WORKS } from './told-by-program.js';
import { watchLine } from './watch-line.js';

/** Watches until something proves that Enter was taken; each attempt is given more time than the one before. */
export async function watchEnter(
  talk: PaneTalk,
  delivery: Delivery,
  snippet: string | null,
  press: Press,
  attempt: number,
  end: PaneEnd,
): Promise<EnterOutcome> {
  const { enterWaitMs, slowestEnterMs, confirmEmptyMs, positiveProofMs } = bridgeDefaults;
  const { echo, toBusy, reader } = delivery;
  if (reader?.takesLines) return watchLine(talk, delivery, reader, press, end);
  const text = wholeText(delivery);
  const first = press.first ?? press;
  const isKnown = talk.profile.programs.length > 0;
  const { mayBeTerminalsEcho } = delivery;
  const sent: Sent = {
    text,
    snippet,
    echo,
    toBusy,
    isKnown,
    mayBeTerminalsEcho,
    first: baseOf(delivery, first),
  };
  // A program that was slow to show the text is slow to take it, too.
  const { echoMs = 0 } = delivery;
  const patience = Math.min(Math.max(enterWaitMs, 4 * echoMs), slowestEnterMs);
  const proofMs = Math.max(positiveProofMs, 8 * echoMs);
  const begin = performance.now();
  let until = begin + patience * attempt;
  let verdict: EnterVerdict = { type: 'unclear' };
  let since = press.at;
  let wasKept = false;
  let handedOver: number | undefined;
  for (;;) {
    if (isToldByHook(talk, sent, first)) return accept(delivery, HOOK_RAN);
    const now = await lookOrEnd(talk);
    if (now === 'closed') return judgeEnd(delivery, first, end, !wasKept);
    const { keepsEnter } = now.agent;
    if (keepsEnter !== undefined) {
      if (!wasKept) delivery.add('screen', `Enter is kept for later ('${keepsEnter}')`);
      wasKept = true;
      until = performance.now() + patience * attempt;
    }
    const judged = judgeEnter(sent, press.before, now);
    // A program that ends while it starts leaves its screen, and what it had kept undone.
    const hasLeftScreen = wasKept ? !now.agent.input && !isDialog(now) : hasEnded(first.before, now);
    if (hasLeftScreen && !wasKept && endsProgram(text) && isWhole(echo) && (await isOver(talk)))
      return accept(delivery, { ...CLOSED, detail: 'the program ended, as it was told to' });
    const next: EnterVerdict = hasLeftScreen && judged.type === 'accepted' ? { type: 'gone' } : judged;
    if (next.type !== verdict.type) since = now.at;
    verdict = next;
    const lasts = now.at - since;
    const refusal = refusalOf(talk.profile, sent.text, press.before, now);
    if (refusal !== undefined) {
      delivery.add('screen', `the program refused it ('${refusal}')`);
      return { why: 'refused' };
    }
    // A command that the program does not know is refused a moment after it has begun to work on it.
    const refusableMs = mayBeRefused(talk.profile, text) ? press.at + REFUSAL_MS - performance.now() : 0;
    if (verdict.type === 'accepted' && refusableMs > 0) {
      await talk.deadline.race(talk.ear.next(refusableMs));
      continue;
    }
    // One that just starts works at something else, and shows what it was sent as queued.
    if (verdict.type === 'accepted' && verdict.sure && verdict.status === 'queued')
      return accept(delivery, verdict);
    // A program that is still starting reports work, too, so the text must have left the box.
    const hasLeft = now.agent.input && verdict.type !== 'there' && verdict.type !== 'completed';
    if ((hasLeft || !sent.echo) && beganToWork(talk, first)) return accept(delivery, WORKS);
    const settles = verdict.type === 'accepted' || verdict.type === 'completed';
    if (verdict.type === 'accepted') {
      const isLasting = verdict.sure || lasts >= confirmEmptyMs;
      // What a shell shows behind a program that has crashed is nothing that the program took.
      if (isLasting && !verdict.sure && (await isOver(talk))) {
        delivery.add('screen', 'another program is in front after Enter');
        return { why: 'gone' };
      }
      if (isLasting) return { ...accept(delivery, verdict), ...(isDialog(now, text) && { asks: now }) };
    } else if (verdict.type === 'completed') {
      if (lasts >= confirmEmptyMs) return { why: 'completed' };
    } else {
      // A line editor gives the terminal back when it hands over the line, and takes it again for the next one.
      if (reader && verdict.type === 'unclear' && (await hasHandedOver(talk, reader))) {
        handedOver ??= performance.now();
        if (performance.now() - handedOver >= HANDED_OVER_MS) return accept(delivery, handedOverBy(reader));
      } else handedOver = undefined;
      // Of a program that has ended no proof comes any more.
      const mayCome = (verdict.type === 'gone' || verdict.type === 'empty') && !hasEnded(first.before, now);
      if (mayCome) until = Math.max(until, press.at + (verdict.type === 'gone' ? proofMs : EMPTY_PROOF_MS));
      if (performance.now() >= until) {
        delivery.add('screen', whatIsSeen(verdict, now) + alteredRow(delivery, verdict, now));
        return { why: verdict.type };
      }
    }
    const pause = settles || handedOver !== undefined ? confirmEmptyMs : until - performance.now();
    await talk.deadline.race(talk.ear.next(reader ? Math.min(pause, LINE_PAUSE_MS) : pause));
  }
}

/** What Enter sends: the text behind what was in the box, as it was completed, or the last of several lines. */
function wholeText({ text, echo, before, completed }: Delivery): string {
  if (completed !== undefined) return completed;
  if (echo?.kind === 'split') return text.trim().split('\n').at(-1) ?? '';
  return `${before?.agent.input?.text ?? ''}${text}`;
}

/** A text in rows that belong to no box cannot be told from what was there before: then that is compared. */
function baseOf({ before, echo }: Delivery, first: Press): Look {
  return echo?.kind === 'line' && before ? before : first.before;
}

/** A program that has taken a text shows that within this time, if it ever does. */
const EMPTY_PROOF_MS = 1_500;
/** One that has restored the terminal to end, and not to carry out a line, is gone by then. */
const HANDED_OVER_MS = 50;
const LINE_PAUSE_MS = 60;

/** Whether a line editor has set its terminal back to lines, and lives: it works on the line. */
async function hasHandedOver(talk: PaneTalk, reader: TerminalReader): Promise<boolean> {
  const now = await readerNow(talk, reader);
  return now?.alive === true && now.canonical === true && (now.unread ?? 0) === 0;
}

function handedOverBy({ name, pid }: TerminalReader): Acceptance {
  const detail = `${name} (${pid}) has ended the line and set the terminal back, as it does to carry it out`;
  return { status: 'submitted', source: 'kernel', detail };
}

/** A row that shows the text with something else in it: a person may have typed at the last moment. */
function alteredRow({ text, isSecret }: Delivery, { type }: EnterVerdict, { screen }: Look): string {
  if (isSecret || (type !== 'empty' && type !== 'gone')) return '';
  const row = screen.rows.find((each) => squeeze(each).includes(squeeze(text)));
  return row === undefined ? '' : `; a row shows it with more than was sent: '${row.trim()}'`;
}

/** The last thing that was seen, where it proves nothing. */
function whatIsSeen({ type }: EnterVerdict, now: Look): string {
  switch (type) {
    case 'there':
      return 'the text still stands in the input box';
    case 'empty':
      return 'the input box is empty, and nothing else shows that the program took the text';
    case 'gone':
      return 'the input box shows something else, and nothing shows that the program took the text';
    case 'dialog':
      return `the program asks something, and nothing shows that the text has led to it (${now.agent.evidence})`;
    default:
      return now.agent.input
        ? 'the input box never showed the text, and shows nothing new'
        : 'there is no input box any more, and nothing shows that the program took the text';
  }
}

/**
 * The row of the conversation that says that this text is not taken. It may have said so of the same text before; but
 * then it is the last row, and something else shows that Enter was read.
 */
function refusalOf({ refuses }: Profile, text: string, before: Look, now: Look): string | undefined {
  const refusals = (look: Look): string[] => aboveBox(look).filter((row) => isRefusal(refuses, text, row));
  const found = refusals(now);
  const row = found.at(-1);
  if (row === undefined) return undefined;
  if (found.length > refusals(before).length) return row.trim();
  if (row !== aboveBox(now).findLast((each) => !isBlankRow(each))) return undefined;
  const { cursor, rows } = now.screen;
  const moved = cursor.x !== before.screen.cursor.x || cursor.y !== before.screen.cursor.y;
  return moved || rows.join() !== before.screen.rows.join() ? row.trim() : undefined;
}

function aboveBox({ screen, agent }: Look): readonly string[] {
  return screen.rows.slice(0, agent.input?.firstRow ?? 0);
}

function isRefusal(refuses: Profile['refuses'], text: string, row: string): boolean {
  const refused = refuses.map((pattern) => pattern.exec(row)?.[1]).find((each) => each !== undefined);
  return refused !== undefined && refused !== '' && text.trim().startsWith(refused);
}

function mayBeRefused({ refuses }: Profile, text: string): boolean {
  return refuses.length > 0 && text.startsWith('/');
}

const REFUSAL_MS = 1_000;
