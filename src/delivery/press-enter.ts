import { isMuxError, MuxError } from '../model/index.js';
import { type Command, keyCommands } from '../tmux/index.js';
import type { Delivery } from './delivery.js';
import { findEcho, isWhole } from './echo.js';
import type { EnterOutcome, Press } from './enter-outcome.js';
import { BeganToWork, isAtWork, waitForEndOfWork } from './hold-back.js';
import { isDialog, isWorking } from './judge-enter.js';
import { mixedError } from './mixed-error.js';
import { PaneEnd } from './pane-end.js';
import type { PaneTalk } from './pane-talk.js';
import type { Look } from './pane-view.js';
import { endsProgram } from './program-end.js';
import { sendSafely } from './send-safely.js';
import { isSameText } from './text-match.js';
import type { Shown } from './wait-for-echo.js';
import { watchEnter } from './watch-enter.js';
import { withoutGhost } from './without-ghost.js';

export interface PressEnterOptions {
  readonly snippet: string | null;
  readonly verifyEnter: boolean;
  readonly detectGhostText: boolean;
  readonly clearDelayMs: number;
  readonly maxEnterRetries: number;
}

/** Presses Enter until the program has taken the text, which stands in its input box. */
export async function pressEnter(
  talk: PaneTalk,
  delivery: Delivery,
  shown: Shown,
  options: PressEnterOptions,
): Promise<EnterOutcome> {
  const { snippet, verifyEnter, maxEnterRetries } = options;
  await using end = new PaneEnd(talk);
  const together = verifyEnter && mayEnd(delivery) ? await end.commands() : [];
  let press: Press = shown.pressed
    ? { before: shown.look, at: shown.look.at }
    : await pressFirst(talk, delivery, shown.look, options, together);
  if (shown.pressed) delivery.attempts = 1;
  delivery.toBusy = isWorking(press.before) && !delivery.showsOldWork;
  const first = press;
  for (let attempt = 1; ; attempt++) {
    if (!verifyEnter) return { why: 'unclear' };
    const outcome = await watchEnter(talk, delivery, snippet, press, attempt, end);
    // Pressed once more it would go to something else than the text.
    const isThere = outcome.why === 'there' || outcome.why === 'completed';
    if (!isThere || attempt > maxEnterRetries) return outcome;
    const look = await talk.look();
    if (outcome.why === 'completed') noteCompletion(delivery, look);
    try {
      press = { ...(await pressOnce(talk, delivery, look, options)), first };
    } catch (error) {
      // The program was only slow: what is left is to see what became of it.
      if (error instanceof TextGone) return watchEnter(talk, delivery, snippet, press, attempt + 1, end);
      if (!isMuxError(error, 'DIALOG_OPEN') && !(error instanceof BeganToWork)) throw error;
      // So it may have been here: what is asked now, or worked at, may be what the text has led to.
      const later = await watchEnter(talk, delivery, snippet, press, attempt, end);
      if (later.status === undefined) throw error;
      return later;
    }
  }
}

/** Whether the program may well end when it has taken the text. */
function mayEnd({ text, reader }: Delivery): boolean {
  return endsProgram(text) || (reader?.takesLines === true && reader.isPaneProcess);
}

function noteCompletion(delivery: Delivery, { agent }: Look): void {
  delivery.completed = agent.input?.text.trim();
  const shown = delivery.isSecret ? '' : ` to '${delivery.completed}'`;
  delivery.add('screen', `Enter completed the text${shown}`);
}

/** The commands that submit what stands in the input box. */
export function enterCommands(talk: PaneTalk): Command[] {
  return keyCommands(talk.pane.id, talk.profile.keys.submit, talk.pane.tmux.version);
}

/** Waits, with the text in the input box, where the program has begun to work since the text was given. */
async function pressFirst(
  talk: PaneTalk,
  delivery: Delivery,
  first: Look,
  options: PressEnterOptions,
  together: readonly Command[],
): Promise<Press> {
  for (let look = first; ; look = await talk.look()) {
    try {
      return await pressOnce(talk, delivery, look, options, together);
    } catch (error) {
      if (!(error instanceof BeganToWork)) throw error;
      await waitForEndOfWork(talk, delivery);
    }
  }
}

async function pressOnce(
  talk: PaneTalk,
  delivery: Delivery,
  first: Look,
  options: PressEnterOptions,
  together: readonly Command[] = [],
): Promise<Press> {
  const clean = await withoutGhost(talk, delivery, first, options);
  const look = await withText(talk, clean, delivery);
  // It may have come late.
  delivery.echo ??= lateEcho(delivery, look);
  let at = performance.now();
  const isSending = (is: boolean): void => {
    delivery.attempts += is ? 1 : -1;
    if (is) at = performance.now();
  };
  const before = await sendSafely(talk, [...together, ...enterCommands(talk)], {
    look,
    ownText: delivery.text,
    isSending,
    check: (now) => {
      const state = readiness(now, delivery);
      if (state !== 'ready') throw notReady(talk, delivery, now, state);
      if (delivery.holdsBack && isAtWork(now, delivery)) throw new BeganToWork(talk.pane.id);
    },
    rows: (now) => (delivery.echo ? [caretRow(delivery, now)] : []),
  });
  return { before, at };
}

function caretRow({ reader }: Delivery, { screen, agent }: Look): number {
  return reader?.takesLines ? screen.cursor.y : (agent.input?.caret.y ?? screen.cursor.y);
}

function lateEcho({ before, text }: Delivery, look: Look): Delivery['echo'] {
  const echo = before && findEcho(text, before, look);
  return isWhole(echo) ? echo : undefined;
}

/** A box may be half painted; but one that stays empty has lost the text. */
const REPAINT_MS = 500;

/** Enter without the text in front would look as if it had been taken. */
async function withText(talk: PaneTalk, first: Look, delivery: Delivery): Promise<Look> {
  if (isReady(first, delivery)) return first;
  let last = first;
  const ready = await talk.lookUntil(REPAINT_MS, (look) => {
    last = look;
    return isReady(look, delivery) ? look : undefined;
  });
  if (ready) return ready;
  throw notReady(talk, delivery, last, readiness(last, delivery));
}

function isReady(look: Look, delivery: Delivery): boolean {
  return isDialog(look, delivery.text) || readiness(look, delivery) === 'ready';
}

/** Whether the input field shows what was sent: `other` where something else is there, too, or instead of it. */
function readiness(look: Look, { echo, text, before, reader, completed }: Delivery): Readiness {
  // What a terminal gathers for a reader of lines is not in a box; a text of several lines is read as it comes.
  if (reader?.takesLines && (!echo || text.includes('\n'))) return 'ready';
  const { input } = look.agent;
  if (!before) return 'ready';
  // A field that was there, and from which the text continues in further rows.
  const isField =
    input || reader?.takesLines || (before.agent.input && findEcho(text, before, look)?.kind === 'line');
  if (!isField) return 'no-field';
  if (completed !== undefined) return isSameText(input?.text ?? '', completed) ? 'ready' : 'other';
  const now = findEcho(text, before, look);
  if (!now) return echo ? 'gone' : 'ready';
  return isWhole(now) ? 'ready' : 'other';
}

type Readiness = 'ready' | 'no-field' | 'gone' | 'other';

function notReady(talk: PaneTalk, delivery: Delivery, look: Look, state: Readiness): MuxError {
  if (state === 'other') return mixedError(talk, delivery, look);
  if (state === 'gone' || delivery.attempts > 0) return new TextGone();
  return new MuxError(
    'INPUT_NOT_FOUND',
    `The screen of pane ${talk.pane.id} shows no input field any more.`,
    {
      suggestion: 'Look at the screen: the program may show something else in front.',
    },
  );
}

class TextGone extends MuxError {
  constructor() {
    super('SEND_UNCONFIRMED', 'The text is not in the input box any more.', {
      suggestion: 'A person or another process may have sent or deleted it.',
    });
  }
}
