import { checkSessionName } from '../../tmux/index.js';
import { atSocket, type SocketTarget } from './at-socket.js';

/**
 * Ends the session of exactly this name with all that runs in it. No error where it is gone already.
 *
 * @example
 * await killSession('swarm-a1b2c3d4');
 */
export async function killSession(session: string, socket?: SocketTarget): Promise<void> {
  checkSessionName(session);
  await atSocket(socket, async (tmux) => (await tmux.findSession(session))?.kill());
}
