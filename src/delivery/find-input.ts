import { MuxError } from '../model/index.js';
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
  const startingUntil = performance.now() + STARTING_MS;
  const isReady = (look: Look): boolean =>
    view.profile.name === 'generic' ||
    (!!look.agent.input && (!maySeemReady(look) || performance.now() >= startingUntil));
  for (;;) {
    const now = performance.now();
    const left = (now < startingUntil ? startingUntil : until) - now;
    const found = await view.lookUntil(left, (look) => (isDialog(look) || isReady(look) ? look : undefined));
    if (!found && now < startingUntil) continue;
    if (!found) break;
    const look = await withoutDialog(view, found);
    if (isReady(look)) return look;
  }
  throw new MuxError('INPUT_NOT_FOUND', `The program in pane ${view.pane.id} shows no input box.`, {
    suggestion: 'Check its screen: it may still be starting, or show something else in front.',
    details: { profile: view.profile.name },
  });
}

/** How long a program that is known, and seems to be ready, is given to show that it is, or that it asks first. */
const STARTING_MS = 2_000;

function maySeemReady({ agent }: Look): boolean {
  return agent.state === 'idle' && agent.confidence === 'guess';
}
