import type { Deadline } from './deadline.js';
import { deferred } from './deferred.js';

/** Lets a number of callers in at a time, and the others in the order in which they came. */
export class Semaphore {
  readonly #permits: number;
  #held = 0;
  /** In order; those that gave up are taken out. */
  readonly #waiting = new Set<() => void>();

  constructor(permits: number) {
    this.#permits = permits;
  }

  /** Whether nobody holds it or waits for it. */
  get idle(): boolean {
    return this.#held === 0;
  }

  /** Resolves with a function that releases it. Rejects with the error of the deadline where that comes first. */
  async acquire(deadline?: Deadline): Promise<() => void> {
    if (deadline?.error) throw deadline.error;
    if (this.#held < this.#permits) this.#held++;
    else await this.#wait(deadline);
    let isHeld = true;
    return () => {
      if (isHeld) this.#release();
      isHeld = false;
    };
  }

  /** Does work while it is held. */
  async run<T>(work: () => Promise<T>, deadline?: Deadline): Promise<T> {
    const release = await this.acquire(deadline);
    try {
      return await work();
    } finally {
      release();
    }
  }

  async #wait(deadline: Deadline | undefined): Promise<void> {
    const entered = deferred();
    this.#waiting.add(entered.resolve);
    try {
      await (deadline ? deadline.race(entered.promise) : entered.promise);
    } catch (error) {
      // It may have been let in at the same moment.
      if (!this.#waiting.delete(entered.resolve)) this.#release();
      throw error;
    }
  }

  #release(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#held--;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
