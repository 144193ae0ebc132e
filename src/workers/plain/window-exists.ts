import { atSocket, type SocketTarget } from './at-socket.js';
import { checkWindow, findWindow } from './find-window.js';

/**
 * Whether the session has a window of exactly this name; without session or server it has none. One tmux command.
 *
 * @example
 * await windowExists('swarm-a1b2c3d4', 'worker1'); // true
 */
export async function windowExists(session: string, window: string, socket?: SocketTarget): Promise<boolean> {
  checkWindow(session, window);
  return atSocket(socket, async (tmux) => (await findWindow(tmux, session, window)) !== undefined);
}
