import { isMuxError, MuxError } from '../../model/mux-error.js';
import { keyCommands } from '../../tmux/key-commands.js';
import type { Command } from '../../tmux/quote.js';
import type { Delivery } from './delivery.js';
import { findEcho } from './echo.js';
import { isDialog, isWorking } from './judge-enter.js';
import type { PaneTalk } from './pane-talk.js';
import type { Look } from './pane-view.js';
import { sendSafely } from './send-safely.js';
import { squeeze } from './text-match.js';
import type { Shown } from './wait-for-echo.js';
import { type EnterOutcome, type Press, watchEnter } from './watch-enter.js';

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
  let press: Press = shown.pressed
    ? { before: shown.look, at: shown.look.at }
    : await pressOnce(talk, delivery, shown.look, options);
  if (shown.pressed) delivery.attempts = 1;
  delivery.toBusy = delivery.isUnread || isWorking(press.before);
  const first = press;
  for (let attempt = 1; ; attempt++) {
    if (!verifyEnter) return { status: 'submitted' };
    const outcome = await watchEnter(talk, delivery, snippet, press, attempt);
    // Pressed once more it would go to something else than the text.
    const isOver = outcome.status !== undefined || ENDS.has(outcome.why);
    if (isOver || attempt > maxEnterRetries) return outcome;
    let look = await talk.look();
    if (isUnread(talk, delivery, look)) {
      const later = await watchEnter(talk, delivery, snippet, press, maxEnterRetries);
      if (later.why !== 'there') return later;
      look = await talk.look();
    }
    try {
      press = { ...(await pressOnce(talk, delivery, look, options)), first };
    } catch (error) {
      // The program was only slow: what is left is to see what became of it.
      if (error instanceof TextGone) return watchEnter(talk, delivery, snippet, press, attempt + 1);
      if (!isMuxError(error, 'DIALOG_OPEN')) throw error;
      // So it may have been here: what is asked now may be what the text has led to.
      const later = await watchEnter(talk, delivery, snippet, press, attempt);
      if (later.status === undefined) throw error;
      return later;
    }
  }
}

const ENDS: ReadonlySet<EnterOutcome['why']> = new Set(['gone', 'dialog', 'refused']);

/** A program that has not even read the text, as far as can be seen, would take every Enter when it does. */
function isUnread(talk: PaneTalk, delivery: Delivery, look: Look): boolean {
  const { echo, text, before, typedAt = 0 } = delivery;
  if (echo || (before && findEcho(text, before, look))) return false;
  return look.agent.input !== undefined || !talk.ear.hasOutputSince(typedAt);
}

/** The commands that submit what stands in the input box. */
export function enterCommands(talk: PaneTalk): Command[] {
  return keyCommands(talk.pane.id, talk.profile.keys.submit, talk.pane.tmux.version);
}

async function pressOnce(
  talk: PaneTalk,
  delivery: Delivery,
  first: Look,
  options: PressEnterOptions,
): Promise<Press> {
  const clean = await withoutGhost(talk, delivery, first, options);
  const look = await withText(talk, clean, delivery);
  // It may have come late.
  delivery.echo ??= delivery.before && findEcho(delivery.text, delivery.before, look);
  let at = performance.now();
  const isSending = (is: boolean): void => {
    delivery.attempts += is ? 1 : -1;
    if (is) at = performance.now();
  };
  const before = await sendSafely(talk, enterCommands(talk), { look, ownText: delivery.text, isSending });
  return { before, at };
}

/** Escape takes a suggestion away. A program at work would take it as the wish to stop. */
async function withoutGhost(
  talk: PaneTalk,
  delivery: Delivery,
  look: Look,
  options: PressEnterOptions,
): Promise<Look> {
  if (!options.detectGhostText || !look.agent.input?.ghost || isWorking(look)) return look;
  const dismiss = keyCommands(talk.pane.id, talk.profile.keys.dismiss, talk.pane.tmux.version);
  await sendSafely(talk, dismiss, { look, ownText: delivery.text });
  await talk.wait(options.clearDelayMs);
  return talk.look();
}

/** A box may be half painted; but one that stays empty has lost the text. */
const REPAINT_MS = 500;

/** Enter without the text in front would look as if it had been taken. */
async function withText(talk: PaneTalk, first: Look, delivery: Delivery): Promise<Look> {
  if (isReady(first, delivery)) return first;
  const ready = await talk.lookUntil(REPAINT_MS, (look) => (isReady(look, delivery) ? look : undefined));
  if (ready) return ready;
  throw new TextGone();
}

function isReady(look: Look, { echo, text }: Delivery): boolean {
  if (isDialog(look, text) || !echo || echo.kind === 'line') return true;
  const box = look.agent.input;
  if (!box) return false;
  return echo.kind === 'marker' ? box.pasteMarkers.includes(echo.marker) : squeeze(box.text) !== '';
}

class TextGone extends MuxError {
  constructor() {
    super('SEND_UNCONFIRMED', 'The text is not in the input box any more.', {
      suggestion: 'Somebody else may have sent or deleted it.',
    });
  }
}
