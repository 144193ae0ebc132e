import type { Screen } from '../screen/screen.js';
import { ANSWERED_OPTION } from './run-option.js';
import type { RunPlace } from './run-place.js';

/**
 * A prompt that was answered stays on the screen, and where the answer is not shown even the cursor stays behind it.
 * The row of the last one is kept with the pane, so that another process knows too. A prompt in that row does not
 * count by its looks alone any more.
 *
 * The row is counted from the first line of the history, so that scrolling does not change it.
 */
export async function rememberAnswer({ tmux, pane }: Pick<RunPlace, 'tmux' | 'pane'>): Promise<void> {
  if (!pane) return;
  const remember = ['set-option', '-p', '-F', '-t', pane.id, ANSWERED_OPTION, ROW] as const;
  // Whoever sends then is told of what fails.
  await tmux.command(...remember).catch(() => {});
}

/** Sends what answers a prompt where nobody watches: whoever looks next must not take it for one that waits. */
export async function sendAnswer(
  place: Pick<RunPlace, 'tmux' | 'pane'>,
  send: () => Promise<void>,
): Promise<void> {
  await rememberAnswer(place);
  await send();
}

/** tmux itself adds: a program may print between two questions of ours. */
const ROW = '#{e|+:#{history_size},#{cursor_y}}';

export async function isAnswered({ pane }: RunPlace, { historySize, cursor }: Screen): Promise<boolean> {
  const answered = await pane?.options.get(ANSWERED_OPTION);
  return answered === String(historySize + cursor.y);
}
