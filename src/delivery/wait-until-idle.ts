import { field, isMuxError, MuxError, phrase } from '../model/index.js';
import type { Look, PaneView } from './pane-view.js';
import { withoutDialog } from './send-safely.js';

/** Between two looks at a program that works: it paints all the time. */
const PAUSE_MS = 50;
/** A program about which nothing is known is idle when it was quiet for so long. */
const QUIET_MS = 300;
/** What looks idle may only not have begun with what it was just given. */
const STABLE_MS = 200;

/** Waits until the program is not at work, as long as the call may take. */
export async function waitUntilIdle(view: PaneView): Promise<void> {
  let idleSince: number | undefined;
  try {
    for (;;) {
      const look = await withoutDialog(view, await view.look());
      if (isIdle(look)) {
        idleSince ??= look.at;
        if (look.agent.confidence === 'certain' || look.at - idleSince >= STABLE_MS) return;
        await view.wait(PAUSE_MS);
        continue;
      }
      idleSince = undefined;
      const isUnknown = look.agent.state === 'unknown';
      const changed = view.ear.next(isUnknown ? QUIET_MS : Number.POSITIVE_INFINITY);
      if (!(await view.deadline.race(changed)) && view.profile.name === 'generic') return;
      await view.wait(PAUSE_MS);
    }
  } catch (error) {
    throw busyError(view, error);
  }
}

/** What a wait for the end of work ended with: the end of the call's time means that the program was at work. */
export function busyError(view: PaneView, error: unknown): unknown {
  if (!isMuxError(error, 'TIMEOUT') || error !== view.deadline.error) return error;
  return new MuxError('PANE_BUSY', `The program in pane ${view.pane.id} was at work all the time.`, {
    suggestion: phrase`Give a larger ${field('timeoutMs')}, or let it queue the text with ${field('when')}: 'queue'.`,
    cause: error,
  });
}

function isIdle({ agent }: Look): boolean {
  return agent.state === 'idle' || agent.state === 'typing' || agent.state === 'error';
}
