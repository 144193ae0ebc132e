import { type CallOptions, Deadline, isMuxError } from '../model/index.js';
import type { Screen } from '../screen/index.js';
import { type Changes, endedError, watchChanges } from './changes.js';
import type { TmuxContext } from './context.js';
import { ExitHold } from './exit-hold.js';
import type { PaneInfo } from './infos.js';
import { lastScreen, type Watchable, waitDefaults, withScreen } from './wait-for-screen.js';

export interface PaneExit {
  /** Exit code; unknown where the pane was killed, or gone before it was waited for. */
  readonly status: number | undefined;
  /** Number of the signal that ended it (since tmux 3.3). */
  readonly signal: number | undefined;
  /** What the pane showed last: all that its program had printed. Unknown where the pane was gone before. */
  readonly screen?: Screen | undefined;
}

export interface Mortal extends Watchable {
  readonly tmux: TmuxContext;
  info(): Promise<PaneInfo>;
  /** Lets a server that loses SIGCHLD look at its children; `undefined` for one that does not. */
  readonly nudge: (() => Promise<unknown>) | undefined;
}

const NUDGE_MS = 1_000;

/**
 * Resolves when the program of the pane has ended. A pane that would close with it is kept until it was read, and closes
 * then; it is gone already where it was killed.
 */
export async function waitForExit(pane: Mortal, options: CallOptions): Promise<PaneExit> {
  using deadline = new Deadline({
    ...waitDefaults,
    ...options,
    what: `Waiting for the program in ${pane.id} to end`,
  });
  let nudging: NodeJS.Timeout | undefined;
  let hold: ExitHold | undefined;
  try {
    const early = await deadline.race(exitOf(pane));
    if (early) return await deadline.race(withStatus(pane, early));
    using changes = await watchChanges(pane, deadline, true);
    hold = await deadline.race(holding(pane, changes, deadline));
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
    await hold?.release();
  }
}

/** Where a pane cannot be held it is waited for all the same. */
async function holding(pane: Mortal, changes: Changes, deadline: Deadline): Promise<ExitHold | undefined> {
  const hold = await ExitHold.take(pane, () => changes.happen()).catch(() => undefined);
  // Nobody waits any more.
  if (deadline.error) await hold?.release();
  return hold;
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
  const screen = known.paneStays ? await lastScreen(pane) : undefined;
  return { status: known.status, signal: known.signal, ...(screen && { screen }) };
}

function isUnknown(exit: KnownExit): boolean {
  return exit.paneStays && exit.status === undefined && exit.signal === undefined;
}

function isGone(error: unknown): boolean {
  return isMuxError(error, 'PANE_NOT_FOUND', 'NO_SERVER');
}
