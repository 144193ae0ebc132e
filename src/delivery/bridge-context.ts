import { Deadline } from '../model/index.js';
import { identifyPane, type Profile } from '../panes/index.js';
import type { SignalSource } from '../status/index.js';
import type { Pane, Tmux } from '../tmux/index.js';
import type { BridgeLog } from './bridge-options.js';
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
    const { tmux } = context;
    const asking = Promise.all([identifyPane(tmux, pane.id, profiles, { name: profileName }), listening]);
    const [{ info, profile }, ear] = await deadline.race(limit.race(asking));
    if (info.dead) throw deadError(pane.id);
    const { host } = tmux;
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
