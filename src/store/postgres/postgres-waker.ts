import { setTimeout as delay } from 'node:timers/promises';

/**
 * Tells those who LISTEN that something was written, soon after its transaction. Not in it: a transaction with a NOTIFY takes
 * a lock of the whole server when it is committed, so those that write would wait for each other. Several changes
 * in a short time are told once. A process that is killed before it has told is no loss: who listens also asks now and then.
 */
export class PostgresWaker {
  readonly #notify: () => Promise<unknown>;
  readonly #closing = new AbortController();
  #wanted = false;
  #telling: Promise<void> | undefined;

  constructor(notify: () => Promise<unknown>) {
    this.#notify = notify;
  }

  told(): void {
    this.#wanted = true;
    this.#telling ??= this.#tell().finally(() => {
      this.#telling = undefined;
    });
  }

  /** What was not told yet is told at once. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#telling;
  }

  async #tell(): Promise<void> {
    while (this.#wanted) {
      this.#wanted = false;
      // Where that fails, those who listen have lost their connection as well, and look when it is back.
      await this.#notify().catch(() => {});
      const { signal } = this.#closing;
      await delay(PAUSE_MS, undefined, { ref: false, signal }).catch(() => {});
    }
  }
}

const PAUSE_MS = 20;
