import { onAbort } from '../../model/on-abort.js';
import { Backoff } from '../../tmux/backoff.js';
import { FormatWatch } from '../../tmux/format-watch.js';
import type { Tmux } from '../../tmux/tmux.js';

/**
 * Tells when the tree of sessions may have changed. Changes that come while nobody waits, or in one burst, are one.
 *
 * Notifications alone are not enough: tmux (seen on 3.3a) tells of the layout of windows only in the session that our
 * client is attached to, and never that a program or its folder changed. So a subscription makes tmux itself compare,
 * once a second, what the tree is made of.
 */
export class TreeChanges implements Disposable {
  readonly #tmux: Tmux;
  readonly #signal: AbortSignal;
  readonly #stopListening: () => void;
  readonly #disposed = new AbortController();
  readonly #tree: FormatWatch;
  #changed = true;
  #wake: (() => void) | undefined;

  constructor(tmux: Tmux, signal: AbortSignal) {
    this.#tmux = tmux;
    this.#signal = signal;
    tmux.on('notification', this.#mark);
    tmux.on('disconnected', this.#mark);
    tmux.on('degraded', this.#mark);
    tmux.on('connected', this.#mark);
    this.#stopListening = onAbort(signal, this.#mark);
    this.#tree = new FormatWatch(tmux, 'muxwright-tree', EVERYTHING);
    if (!tmux.server) void this.#seek();
  }

  /** Resolves with `true` at the next change (the first is at once), with `false` when the watch was ended. */
  async next(): Promise<boolean> {
    if (!this.#changed) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    this.#changed = false;
    return !this.#signal.aborted;
  }

  [Symbol.dispose](): void {
    this.#disposed.abort();
    this.#tmux.off('notification', this.#mark);
    this.#tmux.off('disconnected', this.#mark);
    this.#tmux.off('degraded', this.#mark);
    this.#tmux.off('connected', this.#mark);
    this.#tree[Symbol.dispose]();
    this.#stopListening();
  }

  readonly #mark = (): void => {
    this.#changed = true;
    this.#wake?.();
    this.#wake = undefined;
  };

  /** The client makes a lost connection again by itself, but not one that it never had. */
  async #seek(): Promise<void> {
    const { signal } = this.#disposed;
    const backoff = new Backoff();
    while (!signal.aborted && !this.#tmux.server) {
      await backoff.wait(signal);
      if (signal.aborted) return;
      await this.#tmux.open().catch(() => {});
      // Where tmux refuses control mode it tells nothing, so these tries are all there is.
      if (this.#tmux.mode === 'one-shot') this.#mark();
    }
  }
}

/** Folders and programs may have names with line breaks, which must not get into the protocol: letters are enough. */
const EVERYTHING =
  '#{S:#{W:#{P:#{pane_id} #{pane_width}x#{pane_height} #{pane_dead}' +
  '#{s/[^a-zA-Z0-9]/_/:pane_current_command} #{s/[^a-zA-Z0-9]/_/:pane_current_path};}}}';
