import { type Deferred, deferred, onAbort } from '../../model/index.js';
import { Backoff, type Tmux } from '../../tmux/index.js';
import { KnownTree } from './known-tree.js';

/**
 * Tells when the tree of sessions may have changed. Changes that come while nobody waits, or in one burst, are one.
 */
export class TreeChanges implements Disposable {
  readonly #tmux: Tmux;
  readonly #signal: AbortSignal;
  readonly #stopListening: () => void;
  readonly #disposed = new AbortController();
  readonly #tree: Disposable;
  #changed = true;
  #change: Deferred<void> | undefined;

  constructor(tmux: Tmux, signal: AbortSignal) {
    this.#tmux = tmux;
    this.#signal = signal;
    // First, so that what is told is out of date there before anybody reads it.
    this.#tree = KnownTree.of(tmux).hold();
    tmux.on('notification', this.#mark);
    tmux.on('disconnected', this.#mark);
    tmux.on('degraded', this.#mark);
    tmux.on('connected', this.#mark);
    this.#stopListening = onAbort(signal, this.#mark);
    if (!tmux.server) void this.#seek();
  }

  /** Resolves with `true` at the next change (the first is at once), with `false` when the watch was ended. */
  async next(): Promise<boolean> {
    if (!this.#changed) {
      this.#change = deferred();
      await this.#change.promise;
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
    this.#change?.resolve();
    this.#change = undefined;
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
