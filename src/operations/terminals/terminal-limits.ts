/** How much a viewer of a terminal may cost, and how patient it is treated. */
export const terminalLimits = Object.freeze({
  /** Bytes that a viewer may leave unacknowledged before it gets no more. */
  unacknowledgedBytes: 256 * 1024,
  /** It has caught up when no more than so many are left. */
  caughtUpBytes: 64 * 1024,
  /** Lines of history that a viewer may ask for. */
  historyLines: 10_000,
  /** Bytes of input on their way to tmux; beyond it nothing more is read from the viewer. */
  pendingInputBytes: 1024 * 1024,
  /** Milliseconds between two paints while a secret is on its way over the screen. */
  paintEveryMs: 30,
  /** Milliseconds after which a colour that had to be guessed is looked up. */
  penAfterMs: 150,
  /** Milliseconds after which somebody who waits for a paint is shown a sketch, and then others as often. */
  sketchEveryMs: 100,
  /** Columns and rows that can be asked for. */
  size: Object.freeze({ least: 2, mostCols: 1_000, mostRows: 500 }),
});
