import { isMuxError } from '../../model/index.js';
import { type Tmux, tapInput } from '../../tmux/index.js';
import { type PaneRules, paneStream } from '../pane-rules.js';
import type { PaneRecording } from './pane-recording.js';

export interface RecordedInputOptions {
  readonly tmux: Tmux;
  readonly paneId: string;
  readonly rules: PaneRules;
  /** Learns what must not be written. */
  refresh(): Promise<unknown>;
}

/**
 * Writes down what goes into a pane through this process, until it is disposed of; never a secret, nor what a program
 * hides. Keys come one by one, so what may be the begin of a secret waits for the next ones, or for the end of the line.
 */
export function recordInput(
  { tmux, paneId, rules, refresh }: RecordedInputOptions,
  recording: PaneRecording,
): Disposable {
  let line = paneStream(rules);
  const typed = (data: string): string => {
    let shown = '';
    for (const piece of data.split(LINE_ENDS)) {
      shown += line.push(piece);
      if (!LINE_END.test(piece)) continue;
      shown += line.end();
      line = paneStream(rules);
    }
    return shown;
  };
  return tapInput(tmux.place, paneId, async (data) => {
    // Before it goes: what takes a password stops hiding as soon as it has it.
    if (await isHidden(tmux, paneId)) return () => {};
    await refresh();
    return () => {
      const shown = typed(data);
      if (shown !== '') recording.typed(shown);
    };
  });
}

/** Enter, and the keys that give up or end what was typed: nothing that comes later belongs to it. */
const LINE_END = /[\r\n\x03\x04]$/;
const LINE_ENDS = /(?<=[\r\n\x03\x04])/;

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
