import { MuxError } from '../../model/mux-error.js';
import type { Command } from '../../tmux/quote.js';
import { bridgeDefaults } from './bridge-options.js';
import type { Delivery } from './delivery.js';
import { dialogSigns } from './dialog-guard.js';
import { findEcho } from './echo.js';
import { rowEnd } from './guard.js';
import { isDialog } from './judge-enter.js';
import type { PaneTalk } from './pane-talk.js';
import type { Look } from './pane-view.js';
import { withoutDialog } from './send-safely.js';
import { squeeze } from './text-match.js';

export interface WaitForEchoOptions {
  /** The longest wait where nothing can be seen. */
  readonly longestMs: number;
  /** Commands that press Enter, as soon as that may be done. */
  readonly enter: readonly Command[] | undefined;
}

export interface Shown {
  readonly look: Look;
  /** Whether Enter was pressed upon that look. */
  readonly pressed: boolean;
}

/**
 * Waits until the program shows the text that was sent. A program whose input box is known gets more time than one
 * where nothing can be seen, as it will show something.
 */
export async function waitForEcho(
  talk: PaneTalk,
  delivery: Delivery,
  before: Look,
  options: WaitForEchoOptions,
): Promise<Shown> {
  const { longestMs, enter } = options;
  const begin = performance.now();
  delivery.before = before;
  const isKnown = before.agent.input !== undefined && talk.profile.name !== 'generic';
  const early = enter && earlyEnter(talk, delivery, before, enter);
  let pressed = false;
  const look = async (): Promise<Look> => {
    if (!early) return talk.look();
    const now = await talk.lookAndSend(...early);
    pressed = !now.held;
    return now.look;
  };
  let last = before;
  let shown: { readonly text: string; readonly since: number } | undefined;
  const accept = (now: Look): Look | undefined => {
    last = now;
    if (pressed) {
      delivery.echo = { kind: now.agent.input ? 'text' : 'line' };
      return now;
    }
    delivery.noise.see(now);
    if (isDialog(now, delivery.text)) return now;
    const echo = findEcho(delivery.text, before, now);
    if (!echo) return undefined;
    delivery.echo = echo;
    if (echo.kind !== 'some') return now;
    const text = squeeze(now.agent.input?.text ?? '');
    if (shown?.text !== text) shown = { text, since: now.at };
    // It shows the text in its own way, and is done with it.
    return now.at - shown.since >= longestMs ? now : undefined;
  };
  // What it shows in its own way must last, and a program that is done with it paints no more.
  const pauseMs = (): number =>
    shown ? Math.max(1, shown.since + longestMs - performance.now()) : Number.POSITIVE_INFINITY;
  const until = begin + (isKnown ? bridgeDefaults.echoTimeoutMs : longestMs);
  do {
    await talk.lookUntil(until - performance.now(), accept, look, pauseMs);
    if (pressed || !isDialog(last, delivery.text)) break;
    await withoutDialog(talk, last, delivery.text);
  } while (performance.now() < until);
  if (delivery.echo) {
    delivery.echoMs = performance.now() - begin;
    delivery.add('echo', echoDetail(delivery));
  } else if (isKnown) {
    throw new MuxError('SEND_UNCONFIRMED', 'The program did not show the text in its input box.', {
      suggestion: 'Look at its screen: it may hang, or show the text later.',
    });
  }
  return { look: last, pressed };
}

/**
 * tmux itself can see that the row of the cursor ends with the text and that nothing is asked, and press Enter in the
 * same step: in the time that we take to look at it a dialog could come up.
 */
function earlyEnter(
  talk: PaneTalk,
  { text }: Delivery,
  before: Look,
  enter: readonly Command[],
): Parameters<PaneTalk['lookAndSend']> | undefined {
  const { rows, cursor } = before.screen;
  const end = rowEnd(text);
  // Without control mode the answers cannot be told apart.
  if (!talk.pane.tmux.server || end === '' || new RegExp(end).test(rows[cursor.y] ?? '')) return undefined;
  const signs = dialogSigns(talk.profile, before);
  return [{ command: talk.command, endsWith: text, cursorVisible: cursor.visible, signs }, enter];
}

function echoDetail({ echo }: Delivery): string {
  switch (echo?.kind) {
    case 'marker':
      return `the input box shows ${echo.marker}`;
    case 'line':
      return 'the line of the cursor shows the text';
    case 'text':
      return 'the input box shows the text';
    default:
      return 'the input box shows something else than before';
  }
}
