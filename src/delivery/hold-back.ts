import { MuxError } from '../model/index.js';
import type { Profile } from '../panes/index.js';
import { isLineKind } from '../screen/index.js';
import type { SendTextOptions } from './bridge-options.js';
import type { Delivery } from './delivery.js';
import { isWorking } from './judge-enter.js';
import type { Look, PaneView } from './pane-view.js';
import { withoutDialog } from './send-safely.js';
import { busyError } from './wait-until-idle.js';

/**
 * Whether Enter must not meet the program at its work. A program that asks reads keys as answers before its question is
 * on the screen, so that no look at the screen can keep Enter from it. Only a program that is not at work asks nothing.
 */
export function holdsBack({ takesTextAtWork }: Profile, { when, enter }: SendTextOptions): boolean {
  return !takesTextAtWork && when !== 'queue' && enter !== false;
}

/** Waits until the program is not at work any more. */
export async function waitForEndOfWork(view: PaneView, delivery: Delivery): Promise<void> {
  const ownText = delivery.isTyped ? delivery.text : undefined;
  let look = await withoutDialog(view, await view.look(), ownText);
  if (!isAtWork(look, delivery)) return;
  try {
    for (let restsSince: number | undefined; ; ) {
      const isBusy = isAtWork(look, delivery);
      if (isBusy) restsSince = undefined;
      else restsSince ??= look.at;
      if (restsSince !== undefined && look.at - restsSince >= STABLE_MS) return;
      const changed = await view.deadline.race(view.ear.next(isBusy ? QUIET_MS : PAUSE_MS));
      // Work that is known by its words only may be told about, and over.
      if (!changed && isBusy && view.profile.programs.length === 0) {
        delivery.showsOldWork = true;
        return;
      }
      if (changed) await view.wait(PAUSE_MS);
      look = await withoutDialog(view, await view.look(), ownText);
    }
  } catch (error) {
    throw busyError(view, error);
  }
}

/** Between what a program finishes and what it begins next, it may look idle for so long. */
const STABLE_MS = 300;
const PAUSE_MS = 50;
/** A program at work moves something on its screen at least this often. */
const QUIET_MS = 3_000;

/** Whether the program is at work behind an input box, in which it would keep a text. */
export function isAtWork(look: Look, { showsOldWork }: Delivery): boolean {
  const { input, found } = look.agent;
  return isWorking(look) && !showsOldWork && input !== undefined && !isLineKind(found);
}

/** The program has begun to work before Enter was pressed. */
export class BeganToWork extends MuxError {
  constructor(pane: string) {
    super('PANE_BUSY', `The program in pane ${pane} began to work before Enter was pressed.`, {
      suggestion: 'Send the text again when the program is idle.',
    });
  }
}
