import { MuxError } from '../../model/mux-error.js';
import { bridgeDefaults } from './bridge-options.js';
import { isDialog } from './judge-enter.js';
import type { Look, PaneView } from './pane-view.js';
import { withoutDialog } from './send-safely.js';

/**
 * The place for text. A program that is known has one when it has started; what another program shows is taken as it
 * is. A dialog in front is an error at once.
 */
export async function findInput(view: PaneView): Promise<Look> {
  const until = performance.now() + bridgeDefaults.inputTimeoutMs;
  const isReady = (look: Look): boolean => !!look.agent.input || view.profile.name === 'generic';
  for (;;) {
    const left = until - performance.now();
    const found = await view.lookUntil(left, (look) => (isDialog(look) || isReady(look) ? look : undefined));
    if (!found) break;
    const look = await withoutDialog(view, found);
    if (isReady(look)) return look;
  }
  throw new MuxError('INPUT_NOT_FOUND', `The program in pane ${view.pane.id} shows no place for text.`, {
    suggestion: 'Look at its screen: it may still start, or show something else in front.',
    details: { profile: view.profile.name },
  });
}
