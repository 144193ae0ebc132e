import { randomBytes } from 'node:crypto';
import { Backoff } from './backoff.js';

export interface HeldPane {
  /** A program has ended, in this pane or another one that is held. */
  died(): void;
  release(): Promise<void>;
}

/**
 * The panes of one server that this client holds (see `ExitHold`), and the news that a program has ended in one of them.
 * Hooks of these panes signal a channel of tmux, and one process waits for it while there are any: what is signalled while
 * nobody waits is kept by tmux.
 */
export class HeldPanes {
  readonly channel = `muxwright-${randomBytes(9).toString('hex')}`;
  readonly #wait: (channel: string, signal: AbortSignal) => Promise<unknown>;
  readonly #panes = new Set<HeldPane>();
  #waiting: AbortController | undefined;

  /** @param wait resolves when the channel is signalled */
  constructor(wait: (channel: string, signal: AbortSignal) => Promise<unknown>) {
    this.#wait = wait;
  }

  add(pane: HeldPane): void {
    this.#panes.add(pane);
    if (this.#waiting) return;
    this.#waiting = new AbortController();
    void this.#watch(this.#waiting.signal);
  }

  remove(pane: HeldPane): void {
    this.#panes.delete(pane);
    if (this.#panes.size === 0) this.#stop();
  }

  /** Releases all of them. */
  async close(): Promise<void> {
    await Promise.all([...this.#panes].map((pane) => pane.release()));
    this.#stop();
  }

  #stop(): void {
    this.#waiting?.abort();
    this.#waiting = undefined;
  }

  async #watch(signal: AbortSignal): Promise<void> {
    const backoff = new Backoff();
    while (!signal.aborted) {
      try {
        await this.#wait(this.channel, signal);
        for (const pane of this.#panes) pane.died();
      } catch {
        // Holders of panes are notified of the end of a server by other means.
        await backoff.wait(signal);
      }
    }
  }
}
