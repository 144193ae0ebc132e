import { MuxError } from '../../model/index.js';
import { checkSessionName, type Pane, type Tmux } from '../../tmux/index.js';
import { checkWorkerName } from '../worker-name.js';

/**
 * The pane of a window by the exact names of window and session. tmux itself would take a window's number for its name,
 * and the beginning of a name for the whole.
 */
export async function findWindow(tmux: Tmux, session: string, window: string): Promise<Pane | undefined> {
  const panes = (await tmux.panes()).filter(
    ({ sessionName, windowName }) => sessionName === session && windowName === window,
  );
  const pane = panes.find(({ active }) => active);
  return pane && tmux.pane(pane.id);
}

/** The same; fails with `WINDOW_NOT_FOUND`. */
export async function mustFindWindow(tmux: Tmux, session: string, window: string): Promise<Pane> {
  const pane = await findWindow(tmux, session, window);
  if (pane) return pane;
  throw new MuxError(
    'WINDOW_NOT_FOUND',
    `There is no window '${window}' in session '${session}' on ${tmux.place}.`,
    { suggestion: 'It may have ended: list the workers, and respawn it.', details: { session, window } },
  );
}

/** Refuses names that can be none, before tmux is asked. */
export function checkWindow(session: string, window: string): void {
  checkSessionName(session);
  checkWorkerName(window, 'window');
}
