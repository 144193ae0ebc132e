import { expect } from 'vitest';
import type { WatchedPane } from '../../../src/conversations/conversation-watch.js';
import { observerOf } from '../../../src/panes/pane-observer.js';
import type { Pane } from '../../../src/tmux/pane.js';

/** What a watcher calls quiet. */
const QUIET_MS = 39;

/** Counts how often a watcher has looked at a pane that prints nothing. */
export class QuietLooks {
  /** The pane as the watcher is to have it. */
  readonly observer: WatchedPane;
  #lastOutput = performance.now();
  #count = 0;
  #rows: readonly string[] = [];

  constructor(pane: Pane) {
    const observer = observerOf(pane);
    this.observer = {
      pane,
      screen: async () => {
        const lastOutput = this.#lastOutput;
        const isQuiet = performance.now() - lastOutput >= QUIET_MS;
        const screen = await observer.screen();
        if (isQuiet && lastOutput === this.#lastOutput) this.#see(screen.rows);
        return screen;
      },
      listen: (sink) =>
        observer.listen({
          ...sink,
          output: (data) => {
            this.#lastOutput = performance.now();
            this.#count = 0;
            sink.output(data);
          },
        }),
    };
  }

  /** Resolves when it has looked so often at a screen like this: what was printed may not have been heard yet. */
  async reach(count: number, like: (rows: readonly string[]) => boolean): Promise<void> {
    await expect.poll(() => (like(this.#rows) ? this.#count : 0)).toBeGreaterThanOrEqual(count);
  }

  #see(rows: readonly string[]): void {
    const isSame = rows.join('\n') === this.#rows.join('\n');
    this.#count = isSame ? this.#count + 1 : 1;
    this.#rows = rows;
  }
}
