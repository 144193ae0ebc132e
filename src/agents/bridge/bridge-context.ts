import { Deadline } from '../../model/deadline.js';
import type { Pane } from '../../tmux/pane.js';
import type { Tmux } from '../../tmux/tmux.js';
import type { Profile } from '../profiles/profile.js';
import type { SignalSource } from '../status/signal-source.js';
import type { BridgeLog } from './bridge-options.js';
import { findProfile } from './find-profile.js';
import { PaneEar } from './pane-ear.js';
import { deadError, type PaneViewParts } from './pane-view.js';

/** What all calls of a bridge share. */
export interface BridgeContext {
  readonly tmux: Tmux;
  readonly profiles: readonly Profile[];
  readonly signals: SignalSource | undefined;
  readonly clock: () => Date;
  readonly log: BridgeLog | undefined;
  readonly commandTimeoutMs: number;
}

/** Listens to a pane and finds out what runs in it. The ear is the caller's to close. */
export async function openView(
  context: BridgeContext,
  pane: Pane,
  deadline: Deadline,
  profileName?: string,
): Promise<PaneViewParts> {
  const { commandTimeoutMs, profiles, signals } = context;
  using limit = new Deadline({ what: `tmux, connecting to ${pane.id},`, timeoutMs: commandTimeoutMs });
  const listening = PaneEar.listen(pane, deadline, signals);
  try {
    const asking = Promise.all([pane.info(), pane.screen(), listening]);
    const [info, screen, ear] = await deadline.race(limit.race(asking));
    if (info.dead) throw deadError(pane.id);
    const finding = findProfile(context.tmux, profiles, info, screen, { name: profileName });
    const profile = await deadline.race(limit.race(finding));
    const { host } = context.tmux;
    return { pane, profile, ear, deadline, host, command: info.command, commandTimeoutMs };
  } catch (error) {
    // It may come true after we have given up.
    listening.then(
      (ear) => ear[Symbol.dispose](),
      () => {},
    );
    throw error;
  }
}
