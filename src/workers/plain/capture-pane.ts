import type { CaptureOptions } from '../../tmux/index.js';
import { atSocket, type SocketTarget } from './at-socket.js';
import { checkWindow, mustFindWindow } from './find-window.js';

/**
 * What a window shows, and before it up to so many lines that scrolled away. Each line ends with a newline, the unused
 * rows at the end are left out, and an empty window gives the empty string.
 *
 * @example
 * await capturePane('swarm-a1b2c3d4', 'worker1', 1000, null, { ansi: true });
 */
export async function capturePane(
  session: string,
  window: string,
  historyLines = 0,
  socket?: SocketTarget,
  options: Pick<CaptureOptions, 'ansi'> = {},
): Promise<string> {
  checkWindow(session, window);
  return atSocket(socket, async (tmux) => {
    const pane = await mustFindWindow(tmux, session, window);
    return pane.capture({ ...options, history: historyLines });
  });
}
