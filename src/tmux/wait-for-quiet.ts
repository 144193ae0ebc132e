import { type CallOptions, Deadline, durationText, PatientTimer } from '../model/index.js';
import type { Screen } from '../screen/index.js';
import { type Changes, watchChanges } from './changes.js';
import { lastScreen, type Watchable, waitDefaults, withScreen } from './wait-for-screen.js';

/** Resolves with the screen once the pane has printed nothing for `quietMs`. */
export async function waitForQuiet(pane: Watchable, quietMs: number, options: CallOptions): Promise<Screen> {
  const what = `Waiting for ${durationText(quietMs)} of quiet in ${pane.id}`;
  using deadline = new Deadline({ ...waitDefaults, ...options, what });
  try {
    using changes = await watchChanges(pane, deadline);
    while (!(await deadline.race(isQuiet(changes, quietMs)))) changes.reset();
    return await deadline.race(pane.screen());
  } catch (error) {
    throw withScreen(error, await lastScreen(pane));
  }
}

async function isQuiet(changes: Changes, quietMs: number): Promise<boolean> {
  let timer: PatientTimer | undefined;
  const quiet = new Promise<true>((resolve) => {
    timer = new PatientTimer(quietMs, () => resolve(true));
  });
  const changed = changes.next().then(() => changes.ended !== undefined);
  return Promise.race([quiet, changed]).finally(() => timer?.[Symbol.dispose]());
}
