import { MuxError } from '../model/index.js';
import { isLineKind } from '../screen/index.js';
import type { Command } from '../tmux/index.js';
import { bridgeDefaults } from './bridge-options.js';
import type { Delivery } from './delivery.js';
import { dialogSigns } from './dialog-guard.js';
import { type Echo, findEcho, isWhole } from './echo.js';
import { bareRow } from './guard.js';
import { isDialog } from './judge-enter.js';
import { mixedError } from './mixed-error.js';
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

/** How long a program that shows a part of the text, or something else, is given to show it right. */
const PART_MS = 1_500;

/** A program that nobody knows, and that has an input box, shows what is pasted into it within this time. */
const BOX_MS = 2_000;

/**
 * Waits until the program shows the text that was sent, and then as long as it needs to tell the text from Enter. A
 * program whose input box is known gets more time than one where nothing can be seen, as it will show something.
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
  const hasBox = before.agent.input !== undefined && !isLineKind(before.agent.found);
  const unknownMs = hasBox ? Math.max(longestMs, BOX_MS) : longestMs;
  let until = begin + (isKnown ? bridgeDefaults.echoTimeoutMs : unknownMs);
  let echo: Echo | undefined;
  let masked: { readonly text: string; readonly since: number } | undefined;
  const accept = (now: Look): Look | undefined => {
    last = now;
    if (pressed) {
      echo = { kind: now.agent.input ? 'text' : 'line' };
      return now;
    }
    delivery.noise.see(now);
    if (isDialog(now, delivery.text)) return now;
    echo = findEcho(delivery.text, before, now);
    if (!echo) return undefined;
    if (!isWhole(echo)) {
      until = Math.max(until, begin + PART_MS);
      return undefined;
    }
    if (echo.kind !== 'masked') return now;
    const text = squeeze(now.agent.input?.text ?? '');
    if (masked?.text !== text) masked = { text, since: now.at };
    // It shows the text in its own way, and is done with it.
    return now.at - masked.since >= longestMs ? now : undefined;
  };
  // What it shows in its own way must last, and a program that is done with it paints no more.
  const pauseMs = (): number =>
    masked ? Math.max(1, masked.since + longestMs - performance.now()) : Number.POSITIVE_INFINITY;
  do {
    const isShown = await talk.lookUntil(until - performance.now(), accept, look, pauseMs);
    if (isShown && !pressed && isDialog(last, delivery.text)) await withoutDialog(talk, last, delivery.text);
    else if (isShown) break;
  } while (performance.now() < until);
  if (isWhole(echo)) {
    delivery.echo = echo;
    delivery.echoMs = performance.now() - begin;
    delivery.add('echo', echoDetail(echo));
    if (!pressed && enter && !delivery.reader?.takesLines) await talk.wait(talk.profile.enterAfterMs);
  } else if (echo && !readsLines(delivery)) {
    throw echo.kind === 'part' ? partError(talk, delivery, echo.shown) : mixedError(talk, delivery, last);
  } else if (isKnown) {
    throw new MuxError('SEND_UNCONFIRMED', 'The program did not show the text in its input box.', {
      suggestion: 'Look at its screen: it may hang, or show the text later.',
    });
  }
  return { look: last, pressed };
}

/** What a reader of lines gets is not what stands at its prompt, where it answers in between. */
function readsLines({ reader, text }: Delivery): boolean {
  return reader?.takesLines === true && text.includes('\n');
}

/**
 * tmux itself can see that the row of the cursor shows the text and that nothing is asked, and press Enter in the
 * same step: in the time that we take to look at it a dialog could come up.
 */
function earlyEnter(
  talk: PaneTalk,
  { text, reader }: Delivery,
  before: Look,
  enter: readonly Command[],
): Parameters<PaneTalk['lookAndSend']> | undefined {
  const { rows, cursor } = before.screen;
  const bare = bareRow(text);
  const isEmpty = squeeze(before.agent.input?.text ?? '') === '';
  // Without control mode the answers cannot be told apart.
  if (!talk.pane.tmux.server || bare === '' || !isEmpty || reader || talk.profile.enterAfterMs > 0)
    return undefined;
  if (new RegExp(bare).test(rows[cursor.y] ?? '')) return undefined;
  const signs = dialogSigns(talk.profile, before);
  return [{ command: talk.command, bareRow: text, cursorVisible: cursor.visible, signs }, enter];
}

function partError(talk: PaneTalk, delivery: Delivery, shown: string): MuxError {
  delivery.add('screen', `the input field shows ${[...shown].length} characters of the text`);
  return new MuxError(
    'SEND_UNCONFIRMED',
    `The program in pane ${talk.pane.id} shows only a part of the text.`,
    {
      suggestion: 'Look at its screen: it may hang, or show the rest later.',
    },
  );
}

function echoDetail(echo: Echo): string {
  switch (echo.kind) {
    case 'marker':
      return `the input box shows ${echo.marker}`;
    case 'line':
      return 'the line of the cursor shows the text';
    case 'masked':
      return 'the input box shows one sign for each character';
    case 'split':
      return `the input box shows the last of ${echo.lines} lines: the program took the others one by one`;
    default:
      return 'the input box shows the text';
  }
}
