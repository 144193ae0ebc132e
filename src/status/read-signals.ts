import type { PaneObserver, ReadingSink } from '../panes/index.js';
import type { PaneFeed } from '../tmux/index.js';
import type { ProgramSignal } from './program-signal.js';
import { ProgramStatusScanner } from './program-status.js';

/** Tells what the program in a pane tells its terminal, until what it gives is closed. */
export function readSignals(observer: PaneObserver, sink: ReadingSink<ProgramSignal>): Promise<PaneFeed> {
  return observer.read('program signals', () => new ProgramStatusScanner(), sink);
}
