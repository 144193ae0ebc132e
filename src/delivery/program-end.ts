import type { Delivery } from './delivery.js';
import { isWhole } from './echo.js';
import { type Acceptance, accept, type EnterOutcome, type Press } from './enter-outcome.js';
import { isWorking } from './judge-enter.js';
import type { PaneEnd } from './pane-end.js';
import type { PaneTalk } from './pane-talk.js';
import type { Look } from './pane-view.js';

/** Whether another program than the one that the text was for is in front. */
export async function isOver(talk: PaneTalk): Promise<boolean> {
  const { command } = await talk.deadline.race(talk.pane.info());
  return command !== talk.command;
}

/** A pane that closes after Enter shows that its program ended: it may have been told to, or have crashed. */
export async function judgeEnd(
  delivery: Delivery,
  first: Press,
  end: PaneEnd,
  mayCount: boolean,
): Promise<EnterOutcome> {
  const status = await end.status();
  const words = status ? ` with ${status.words}` : '';
  const { text, echo } = delivery;
  const wasThere = isWhole(echo) && echo.kind !== 'marker' && !isWorking(first.before);
  const isOrderly = status?.code !== undefined && status.code < 128;
  if (mayCount && wasThere && endsProgram(text) && isOrderly)
    return accept(delivery, {
      ...CLOSED,
      detail: `the program ended${words} after Enter, as it was told to`,
    });
  delivery.add('content-change', `the program ended${words} after Enter, which it was not told to do`);
  return { why: 'gone' };
}

/** A program that gives the whole screen back is about to end. */
export function hasEnded(before: Look, now: Look): boolean {
  return before.screen.alternate && !now.screen.alternate;
}

/** Whether a text tells a program to end. One that paints its screen and ends without that may have failed. */
export function endsProgram(text: string): boolean {
  return /^[^\p{L}\p{N}]{0,2}(?:sys\.)?(?:exit|quit|q|qa|wq|bye|logout|close|halt)(?![\p{L}\p{N}]| \p{L})/iu.test(
    text.trim(),
  );
}

export const CLOSED: Acceptance = {
  status: 'submitted',
  source: 'content-change',
  detail: 'the program ended after Enter',
};
