/**
 * Tells whether an answer of tmux may stand behind output of a pane that was printed after it.
 *
 * tmux keeps the output for a control client in one queue for each pane, and answers wait until everything that was
 * queued before them is written. So no older output ever comes behind an answer. But as the panes take turns, newer
 * output of a pane can overtake an answer that still waits for the rest of another pane (3.2 to 3.7). Then that rest
 * comes between the two: output that is followed by no output of another pane before the answer is older than it, and
 * so is all that the pane printed before that.
 */
export class OrderDoubt {
  readonly #pane: number;
  #printed = false;
  #overtaken = false;

  /** From the moment on that the question is sent. */
  constructor(pane: number) {
    this.#pane = pane;
  }

  /** Output of any pane has come. */
  output(pane: number): void {
    if (pane === this.#pane) this.#printed = true;
    this.#overtaken = pane !== this.#pane && this.#printed;
  }

  /** Asked when the answer has come. */
  get exists(): boolean {
    return this.#overtaken;
  }
}
