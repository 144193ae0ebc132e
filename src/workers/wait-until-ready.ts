import { type Deadline, isMuxError } from '../model/index.js';
import { observerOf } from '../panes/index.js';
import type { Run } from '../runs/index.js';
import { AgentWatch } from '../status/index.js';
import { type Changes, type PaneSink, watchChanges } from '../tmux/index.js';
import type { LiveWorker } from './find-worker.js';
import { type Activity, isAgent, lookAtActivity, watchedActivity } from './look-at-activity.js';
import type { WorkerServices } from './worker-services.js';

/** A program is looked at when it was quiet for so long, and then after ever longer pauses. */
const QUIET_MS = 150;
const LONGEST_PAUSE_MS = 2_000;

/**
 * Resolves when the program of a worker is `ready` or `asking`; `undefined` where it ends first. An agent that is known
 * is watched with all its signs; of any other the kernel and the screen must say the same twice.
 */
export async function waitUntilReady(
  services: WorkerServices,
  live: LiveWorker,
  deadline: Deadline,
): Promise<Activity | undefined> {
  const observer = observerOf(live.pane);
  const subscribe = async (sink: PaneSink): Promise<() => void> => (await observer.listen(sink)).close;
  using changes = await watchChanges({ subscribe }, deadline);
  let before: Activity | undefined;
  let pauseMs = QUIET_MS;
  for (;;) {
    changes.reset();
    if (changes.ended) return undefined;
    const look = await deadline.race(lookAtActivity(services, live)).catch((error: unknown) => {
      if (isMuxError(error, 'PANE_NOT_FOUND', 'NO_SERVER', 'PANE_DEAD')) return undefined;
      throw error;
    });
    if (!look) return undefined;
    if (isAgent(look.profile)) {
      await using watch = new AgentWatch(live.tmux, live.pane.id, look.profile);
      const verdict = await watchAgent(watch, live.run, deadline);
      if (verdict) {
        // It may tell that it is done before it has painted what it did, and who waited wants to see that.
        await deadline.race(changedWithin(changes, QUIET_MS));
        return verdict;
      }
    }
    const { activity } = look;
    if (activity.state !== 'busy' && before?.state === activity.state) return activity;
    before = activity;
    const changed = await deadline.race(changedWithin(changes, pauseMs));
    pauseMs = changed ? QUIET_MS : Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    if (activity.state !== 'busy') pauseMs = QUIET_MS;
  }
}

/** `undefined` where the agent has ended, and something else is in its place. */
async function watchAgent(watch: AgentWatch, run: Run, deadline: Deadline): Promise<Activity | undefined> {
  const stop = new AbortController();
  deadline.onExpire(() => stop.abort());
  try {
    const options = { timeoutMs: 0, signal: stop.signal };
    return watchedActivity(await watch.waitFor(['IDLE', 'AWAITING_INPUT'], options), run);
  } catch (error) {
    if (isMuxError(error, 'PANE_DEAD', 'PANE_NOT_FOUND', 'NO_SERVER')) return undefined;
    throw deadline.error ?? error;
  }
}

/** Waits until nothing has changed for so long, but not for ever; whether something had is the answer. */
async function changedWithin(changes: Changes, ms: number): Promise<boolean> {
  const until = performance.now() + Math.max(ms, LONGEST_PAUSE_MS);
  for (let changed = false; ; changed = true) {
    let timer: NodeJS.Timeout | undefined;
    const quiet = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), ms);
    });
    const next = changes.next().then(() => true);
    const happened = await Promise.race([quiet, next]).finally(() => clearTimeout(timer));
    if (!happened || changes.ended || performance.now() > until) return changed || happened;
    changes.reset();
  }
}
