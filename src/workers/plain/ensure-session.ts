import { checkSessionName } from '../../tmux/index.js';
import { atSocket, type SocketTarget } from './at-socket.js';

/**
 * Makes a session of exactly this name, detached, where there is none.
 *
 * @example
 * await ensureSession('swarm-a1b2c3d4', 'test');
 */
export async function ensureSession(session: string, socket?: SocketTarget): Promise<void> {
  checkSessionName(session);
  await atSocket(socket, (tmux) => tmux.ensureSession(session));
}
