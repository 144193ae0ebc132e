import { isMuxError } from '../../model/mux-error.js';
import type { Tmux } from '../../tmux/tmux.js';
import type { Runtime } from '../runtime.js';

/** What is about to be typed, and where. */
export interface NotedInput {
  readonly tmux: Tmux;
  readonly paneId: string;
  readonly text: string;
  readonly enter: boolean;
  readonly secret: boolean;
}

/** Tells the recordings of a pane that want to know what is typed; never a secret, nor what a program hides. */
export async function noteInput(runtime: Runtime, input: NotedInput): Promise<void> {
  const { tmux, paneId, text, enter, secret } = input;
  const recordings = runtime.openRecordings;
  if (secret || !recordings?.wantsInput(tmux.place, paneId)) return;
  if (await isHidden(tmux, paneId)) return;
  const redactor = await runtime.redactor();
  recordings.typed(tmux.place, paneId, redactor.text(text) + (enter ? '\r' : ''));
}

/** Whether a program reads lines without an echo, as for a password; where nobody can tell, it counts as one. */
async function isHidden(tmux: Tmux, paneId: string): Promise<boolean> {
  try {
    const [tty = ''] = await tmux.command('display-message', '-p', '-t', paneId, '#{pane_tty}');
    const { stdout, code } = await tmux.host.script('stty -a <"$1"', [tty]);
    const words = stdout.toString().split(/[\s;]+/);
    return code !== 0 || (words.includes('icanon') && words.includes('-echo'));
  } catch (error) {
    if (isMuxError(error)) return true;
    throw error;
  }
}
