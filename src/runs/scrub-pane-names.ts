import { isMuxError } from '../model/index.js';
import {
  type Command,
  literalFormat,
  type Pane,
  parseRecord,
  recordFormat,
  type Tmux,
} from '../tmux/index.js';
import { RUN_OPTION } from './run-option.js';

const fields = { id: 'pane_id', title: 'pane_title', window: 'window_name', note: RUN_OPTION } as const;

/** Masks texts in what tmux calls a pane and its window, and in the note of its run, which has the command. */
export async function scrubPaneNames(tmux: Tmux, pane: Pane, texts: readonly string[]): Promise<void> {
  const masked = (text: string): string =>
    texts.reduce((rest, secret) => rest.replaceAll(secret, '****'), text);
  try {
    const [state = Buffer.alloc(0)] = await tmux.request([
      ['display-message', '-p', '-t', pane.id, recordFormat(fields)],
    ]);
    const { title, window, note } = parseRecord(fields, state);
    const changes: Command[] = [];
    if (masked(title) !== title)
      changes.push(['select-pane', '-t', pane.id, '-T', literalFormat(masked(title))]);
    if (masked(window) !== window)
      changes.push(['rename-window', '-t', pane.id, literalFormat(masked(window))]);
    if (masked(note) !== note) changes.push(['set-option', '-p', '-t', pane.id, RUN_OPTION, masked(note)]);
    if (changes.length > 0) await tmux.request(changes);
  } catch (error) {
    if (!isMuxError(error, 'PANE_NOT_FOUND', 'NO_SERVER')) throw error;
  }
}
