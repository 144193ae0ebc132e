import { type Deadline, type Deferred, deferred, isMuxError, MuxError } from '../model/index.js';
import type { PaneCloseReason, PaneSink } from './pane-events.js';

export interface Changes extends Disposable {
  /** Set when nothing more will come, and why. */
  readonly ended: PaneCloseReason | undefined;
  /** Forgets what has happened up to now. */
  reset(): void;
  /** Something happened that was heard of by other means. */
  happen(): void;
  /** Resolves at the next change after `reset`. */
  next(): Promise<void>;
}

export interface ChangeSource {
  /** Resolves, when nothing is missed any more, with what ends it. */
  subscribe(sink: PaneSink): Promise<() => void>;
}

const POLL_MS = 200;

/**
 * Tells that something happened in a pane: output, a gap, its end, and, where asked for, the death of a program
 * whose pane stays. By events; where output cannot be followed, by looking now and then.
 */
export async function watchChanges(
  source: ChangeSource,
  deadline: Deadline,
  watchDeath = false,
): Promise<Changes> {
  const changes = new PaneChanges();
  const change = (): void => changes.happen();
  const sink: PaneSink = { output: change, gap: change, closed: (reason) => changes.end(reason) };
  const subscribed = source.subscribe(watchDeath ? { ...sink, dead: change } : sink);
  try {
    changes.stop = await deadline.race(subscribed);
  } catch (error) {
    // It may come true after we have given up.
    subscribed.then(
      (stop) => stop(),
      () => {},
    );
    if (!isMuxError(error, 'CONTROL_MODE_REFUSED')) throw error;
    const timer = setInterval(change, POLL_MS);
    changes.stop = () => clearInterval(timer);
  }
  return changes;
}

class PaneChanges implements Changes {
  ended: PaneCloseReason | undefined;
  stop: () => void = () => {};
  #happened = false;
  #change: Deferred<void> | undefined;

  reset(): void {
    this.#happened = false;
  }

  next(): Promise<void> {
    if (this.#happened || this.ended) return Promise.resolve();
    this.#change = deferred();
    return this.#change.promise;
  }

  happen(): void {
    this.#happened = true;
    this.#change?.resolve();
    this.#change = undefined;
  }

  end(reason: PaneCloseReason): void {
    this.ended = reason;
    this.happen();
  }

  [Symbol.dispose](): void {
    this.stop();
  }
}

/** Why a wait cannot go on. */
export function endedError(reason: PaneCloseReason, pane: string, what: string): MuxError {
  if (reason === 'closed') return new MuxError('CLOSED', `The client was closed while waiting for ${what}.`);
  return new MuxError('PANE_NOT_FOUND', `Pane ${pane} was closed while waiting for ${what}.`, {
    suggestion: 'Its program may have ended: look at what it printed before.',
    details: { reason },
  });
}
