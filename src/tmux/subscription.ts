import type { PaneCloseReason, PaneGapReason, PaneSink } from './pane-events.js';

/** Somebody who watches a pane, wherever that pane goes. */
export class Subscription {
  /** Number of the pane: 7 for `%7`. */
  readonly pane: number;
  readonly sink: PaneSink;
  #active = true;
  #gap: PaneGapReason | undefined;

  constructor(pane: number, sink: PaneSink) {
    this.pane = pane;
    this.sink = sink;
  }

  /** Whether there is anybody left to tell. */
  get active(): boolean {
    return this.#active;
  }

  output(data: Buffer): void {
    this.tellGap();
    this.sink.output(data);
  }

  /** Something is missing from here on, until the subscription is live again. */
  beginGap(reason: PaneGapReason): void {
    if (this.#gap !== undefined) return;
    this.#gap = reason;
    this.sink.lost?.();
  }

  /** Tells of a gap, if there is one: who hears of it misses nothing any more. */
  tellGap(): void {
    const reason = this.#gap;
    this.#gap = undefined;
    if (reason !== undefined) this.sink.gap(reason);
  }

  close(reason: PaneCloseReason): void {
    if (!this.#active) return;
    this.#active = false;
    this.sink.closed(reason);
  }

  cancel(): void {
    this.#active = false;
  }
}
