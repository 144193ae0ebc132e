import { dropTrailingBlank } from '../../screen/index.js';
import {
  captureCommand,
  missing,
  type Pane,
  parseScreen,
  screenCommands,
  type Tmux,
} from '../../tmux/index.js';

/** All that a pane shows and remembers, as whole lines. */
export interface PaneHistory {
  /** The lines above the cursor's: most programs do not change them any more. */
  readonly settled: readonly string[];
  /** The line that the cursor is on, and those below it. */
  readonly open: readonly string[];
}

/** Reads the history and the screen of a pane, both of one moment. */
export async function readHistory(tmux: Tmux, pane: Pane): Promise<PaneHistory> {
  const all = captureCommand(pane.id, { history: 'all', joined: true });
  const [body = Buffer.alloc(0), ...shown] = await tmux.request([all, ...screenCommands(pane.id)]);
  const screen = parseScreen(shown);
  if (screen.paneId !== pane.id) throw missing('PANE_NOT_FOUND', 'pane', pane.id, tmux.place);
  const lines = body
    .toString()
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.trimEnd());
  // The first row of the screen may be the end of a line that began above: it is one line all the same.
  const below = screen.lines.length - (screen.lineOfRow[screen.cursor.y] ?? screen.lines.length);
  const at = Math.max(0, lines.length - below);
  return { settled: lines.slice(0, at), open: dropTrailingBlank(lines.slice(at)) };
}
