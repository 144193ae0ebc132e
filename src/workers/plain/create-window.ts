import { checkSessionName } from '../../tmux/index.js';
import { checkWorkerName } from '../worker-name.js';
import { atSocket, type SocketTarget } from './at-socket.js';

/**
 * Opens a window behind the current one of the session, which is made where it is missing, and runs a program in it.
 * Each element of `cmd` is one argument, whatever is in it. The current window stays the current one.
 *
 * @example
 * await createWindow('swarm-a1b2c3d4', 'worker1', '/tmp', ['bash']);
 */
export async function createWindow(
  session: string,
  window: string,
  cwd: string,
  cmd: readonly string[],
  socket?: SocketTarget,
): Promise<void> {
  checkSessionName(session);
  checkWorkerName(window, 'window');
  await atSocket(socket, async (tmux) => {
    const made = await tmux.ensureSession(session);
    return made.newWindow({ name: window, cwd, command: cmd, position: 'after-current' });
  });
}
