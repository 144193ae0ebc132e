import { atSocket, type SocketTarget } from './at-socket.js';
import { checkWindow, mustFindWindow } from './find-window.js';

/**
 * Types text into a window, exactly; names of keys are text here. Enter follows as its own key, in the same request.
 *
 * @example
 * await sendKeys('swarm-a1b2c3d4', 'worker1', 'implement feature X');
 */
export async function sendKeys(
  session: string,
  window: string,
  text: string,
  enter = true,
  socket?: SocketTarget,
): Promise<void> {
  checkWindow(session, window);
  const send = async (tmux: Parameters<typeof mustFindWindow>[0]): Promise<void> => {
    const pane = await mustFindWindow(tmux, session, window);
    await pane.sendText(text, { enter });
  };
  // A connection keeps the order of what is typed, however long the text is.
  await atSocket(socket, send, { control: true });
}
