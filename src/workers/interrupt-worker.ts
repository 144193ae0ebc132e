import { asksForEscapeAgain, interruptKeys } from '../panes/index.js';
import { lookAtScreen } from './look-at-activity.js';
import { withLiveWorker } from './with-live-worker.js';
import type { WorkerServices } from './worker-services.js';

/** Presses the keys that stop what a worker's program does, and returns them. */
export async function interruptWorker(
  services: WorkerServices,
  name: string,
): Promise<{ readonly keys: readonly string[] }> {
  return withLiveWorker(services, name, async (live) => {
    const { profile, screen } = await lookAtScreen(services, live);
    const keys = interruptKeys(profile, screen);
    await live.run.sendKeys(...keys);
    // A program without a profile may want Escape twice, and says so.
    if (profile.programs.length > 0 || keys[0] !== 'Escape' || asksForEscapeAgain(screen)) return { keys };
    const isAsked = await live.pane.waitForScreen(asksForEscapeAgain, { timeoutMs: AGAIN_MS }).then(
      () => true,
      () => false,
    );
    if (!isAsked) return { keys };
    await live.run.sendKeys(...keys);
    return { keys: [...keys, ...keys] };
  });
}

/** How long a program is given to ask for the key again. */
const AGAIN_MS = 500;
