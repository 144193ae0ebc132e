import type { Deadline } from '../../model/deadline.js';

/** Lets the callers of this process in one after the other, by a name and in the order in which they came. */
export class TurnQueue {
  readonly #last = new Map<string, Promise<void>>();

  /** Resolves when it is our turn, with a function that ends it. */
  async take(name: string, deadline: Deadline): Promise<() => void> {
    const before = this.#last.get(name) ?? Promise.resolve();
    let end = (): void => {};
    const over = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.#last.set(name, over);
    void over.then(() => {
      if (this.#last.get(name) === over) this.#last.delete(name);
    });
    try {
      await deadline.race(before);
      return end;
    } catch (error) {
      // Who comes behind us still has to wait for those before us.
      void before.then(end);
      throw error;
    }
  }
}
