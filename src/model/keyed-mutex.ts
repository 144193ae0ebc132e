import type { Deadline } from './deadline.js';
import { Semaphore } from './semaphore.js';

/** One caller at a time for each key, in the order in which they came. Callers of other keys do not wait. */
export class KeyedMutex {
  readonly #mutexes = new Map<string, Semaphore>();

  /** The keys that somebody holds. */
  get keys(): Iterable<string> {
    return this.#mutexes.keys();
  }

  /** Resolves with a function that releases the key. Rejects with the error of the deadline where that comes first. */
  async acquire(key: string, deadline?: Deadline): Promise<() => void> {
    const mutex = this.#mutexes.get(key) ?? new Semaphore(1);
    this.#mutexes.set(key, mutex);
    const forget = (): void => {
      if (mutex.idle && this.#mutexes.get(key) === mutex) this.#mutexes.delete(key);
    };
    try {
      const release = await mutex.acquire(deadline);
      return () => {
        release();
        forget();
      };
    } catch (error) {
      forget();
      throw error;
    }
  }

  /** Does work while the key is held. */
  async run<T>(key: string, work: () => Promise<T>, deadline?: Deadline): Promise<T> {
    const release = await this.acquire(key, deadline);
    try {
      return await work();
    } finally {
      release();
    }
  }
}
