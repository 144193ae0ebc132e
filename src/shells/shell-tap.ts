import { observerOf } from '../panes/index.js';
import type { Pane, PaneCloseReason, PaneFeed, PaneGapReason } from '../tmux/index.js';
import { type Mark, MarkScanner } from './mark-scanner.js';

/** What happens in the pane of a shell, in order. */
export interface ShellListener {
  output?(data: Buffer): void;
  mark?(mark: Mark): void;
  gap?(reason: PaneGapReason): void;
  closed?(reason: PaneCloseReason): void;
}

/** How long a pane is watched after the last use, because to begin again costs more than one command. */
const LINGER_MS = 30_000;

/** Watches the pane of a shell while somebody wants to know, and a while longer. */
export class ShellTap {
  readonly #pane: Pane;
  readonly #scanner: MarkScanner;
  readonly #listeners = new Set<ShellListener>();
  #live: Promise<PaneFeed> | undefined;
  #lingering: NodeJS.Timeout | undefined;

  constructor(pane: Pane, nonce: string) {
    this.#pane = pane;
    this.#scanner = new MarkScanner(nonce, {
      output: (data) => this.#tell((listener) => listener.output?.(data)),
      mark: (mark) => this.#tell((listener) => listener.mark?.(mark)),
    });
  }

  /** Resolves when the listener misses nothing any more, with a function that ends that. */
  async listen(listener: ShellListener): Promise<Disposable> {
    clearTimeout(this.#lingering);
    this.#listeners.add(listener);
    try {
      this.#live ??= this.#subscribe();
      await this.#live;
    } catch (error) {
      this.#forget(listener);
      throw error;
    }
    return { [Symbol.dispose]: () => this.#forget(listener) };
  }

  /** Stops watching and notifies the remaining listeners. */
  async close(): Promise<void> {
    clearTimeout(this.#lingering);
    const live = this.#live;
    this.#live = undefined;
    this.#tell((listener) => listener.closed?.('closed'));
    this.#listeners.clear();
    (await live?.catch(() => undefined))?.close();
  }

  #subscribe(): Promise<PaneFeed> {
    const live = observerOf(this.#pane).listen({
      output: (data) => this.#scanner.feed(data),
      gap: (reason) => {
        this.#scanner.reset();
        this.#tell((listener) => listener.gap?.(reason));
      },
      closed: (reason) => {
        if (this.#live === live) this.#live = undefined;
        this.#scanner.reset();
        this.#tell((listener) => listener.closed?.(reason));
      },
    });
    live.catch(() => {
      if (this.#live === live) this.#live = undefined;
    });
    return live;
  }

  #forget(listener: ShellListener): void {
    this.#listeners.delete(listener);
    if (this.#listeners.size > 0) return;
    clearTimeout(this.#lingering);
    this.#lingering = setTimeout(() => void this.close(), LINGER_MS);
    this.#lingering.unref();
  }

  #tell(what: (listener: ShellListener) => void): void {
    for (const listener of [...this.#listeners]) what(listener);
  }
}
