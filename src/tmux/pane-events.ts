import type { Command } from './quote.js';

/** What a stream of a pane tells, in order. */
export type PaneEvent<Data> =
  | { readonly type: 'output'; readonly data: Data }
  /** Something is missing between the output before and after this event. */
  | PaneGap
  /** The last event: nothing follows. */
  | { readonly type: 'closed'; readonly reason: PaneCloseReason };

export interface PaneGap {
  readonly type: 'gap';
  readonly reason: PaneGapReason;
  /** How many bytes are missing, where that is known. */
  readonly droppedBytes: number | undefined;
}

/**
 * - `flow-control`: tmux held output back because the connection could not take it
 * - `slow-reader`: the reader of this stream did not keep up
 * - `reconnected`: the link to tmux broke and was made again
 * - `moved`: the pane went to another session
 */
export type PaneGapReason = 'flow-control' | 'slow-reader' | 'reconnected' | 'moved';

/**
 * - `pane-exited`: the pane is gone
 * - `server-exited`: the tmux server is gone, and all its panes
 * - `host-gone`: the container does not exist any more
 * - `closed`: the stream or its client was closed by its owner
 */
export type PaneCloseReason = 'pane-exited' | 'server-exited' | 'host-gone' | 'closed';

/** Where the event connections deliver what happens to one pane. */
export interface PaneSink {
  output(data: Buffer): void;
  gap(reason: PaneGapReason): void;
  closed(reason: PaneCloseReason): void;
  /** The connection is lost, or holds output back: nothing is told until the gap or the end is. */
  lost?(): void;
  /** The pane, or another one of its session, may have another size now. */
  resized?(): void;
  /** The program has ended but its pane stays; asked of tmux once a second, and only where somebody wants to know. */
  readonly dead?: (() => void) | undefined;
}

/** A sink that is served, and can ask for a look at the pane that stands at an exact place in its output. */
export interface PaneFeed {
  /**
   * Carries out commands that only look, all in one moment, and calls `moment` with what they printed: all output that
   * came to the sink before is in it, and none that comes after. Rejects where the connection breaks; then the sink is
   * told of a gap or the end.
   */
  look(commands: readonly Command[], moment: (look: PaneLook) => void, options?: LookOptions): Promise<void>;
  /** Resolves when all that tmux had sent up to now was given to the sink. */
  settle(): Promise<void>;
  /** The sink wants to know of the death of the program, which it did not when it was given. */
  watchDeath(): void;
  close(): void;
}

export interface LookOptions {
  /**
   * How often to look where other panes of the session print so much that the order is in doubt; then the last look
   * is taken as it is.
   * @default as often as it takes
   */
  readonly tries?: number;
  /** Nobody needs it any more. */
  readonly signal?: AbortSignal;
}

export interface PaneLook {
  readonly bodies: readonly Buffer[];
  /** Whether nothing that came before may be newer than it. */
  readonly exact: boolean;
}
