import { type CallOptions, Deadline } from '../model/deadline.js';
import { isMuxError } from '../model/mux-error.js';
import { endedError, watchChanges } from './changes.js';
import type { PaneInfo } from './infos.js';
import { lastScreen, type Watchable, waitDefaults, withScreen } from './wait-for-screen.js';

export interface PaneExit {
  /** Exit code, where the pane stays after its program (`remain-on-exit`); else tmux forgets it with the pane. */
  readonly status: number | undefined;
  /** Signal that ended it, where the pane stays. */
  readonly signal: number | undefined;
}

export interface Mortal extends Watchable {
  info(): Promise<PaneInfo>;
  /** Lets a server that loses SIGCHLD look at its children; `undefined` for one that does not. */
  readonly nudge: (() => Promise<unknown>) | undefined;
}

const NUDGE_MS = 1_000;

/** Resolves when the program of the pane has ended: the pane is gone, or stays as a dead one. */
export async function waitForExit(pane: Mortal, options: CallOptions): Promise<PaneExit> {
  using deadline = new Deadline({
    ...waitDefaults,
    ...options,
    what: `Waiting for the program in ${pane.id} to end`,
  });
  let nudging: NodeJS.Timeout | undefined;
  try {
    const early = await deadline.race(exitOf(pane));
    if (early) return await deadline.race(withStatus(pane, early));
    using changes = await watchChanges((sink) => pane.subscribe(sink), deadline, true);
    nudging = setInterval(() => void pane.nudge?.().catch(() => {}), NUDGE_MS);
    for (;;) {
      changes.reset();
      const exit = await deadline.race(exitOf(pane));
      if (exit) return await deadline.race(withStatus(pane, exit));
      if (changes.ended) throw endedError(changes.ended, pane.id, 'its program to end');
      await deadline.race(changes.next());
    }
  } catch (error) {
    if (isGone(error)) return { status: undefined, signal: undefined };
    throw withScreen(error, await lastScreen(pane));
  } finally {
    clearInterval(nudging);
  }
}

interface KnownExit extends PaneExit {
  readonly paneStays: boolean;
}

const GONE: KnownExit = { status: undefined, signal: undefined, paneStays: false };

async function exitOf(pane: Mortal): Promise<KnownExit | undefined> {
  try {
    const { dead, deadStatus, deadSignal } = await pane.info();
    return dead ? { status: deadStatus, signal: deadSignal, paneStays: true } : undefined;
  } catch (error) {
    if (isGone(error)) return GONE;
    throw error;
  }
}

/**
 * A server that lost SIGCHLD shows the pane as dead before it knows how its program ended: let it look, and ask
 * again, a few times; what was ended by a signal has no status before tmux 3.3, however often one asks.
 */
async function withStatus(pane: Mortal, exit: KnownExit): Promise<PaneExit> {
  let known = exit;
  for (let tries = 0; isUnknown(known) && pane.nudge && tries < 6; tries++) {
    await pane.nudge();
    await new Promise((resolve) => setTimeout(resolve, 10 * 2 ** tries));
    known = (await exitOf(pane)) ?? known;
  }
  return { status: known.status, signal: known.signal };
}

function isUnknown(exit: KnownExit): boolean {
  return exit.paneStays && exit.status === undefined && exit.signal === undefined;
}

function isGone(error: unknown): boolean {
  return isMuxError(error, 'PANE_NOT_FOUND', 'NO_SERVER');
}
