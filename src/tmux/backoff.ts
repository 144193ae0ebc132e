import { onAbort } from '../model/index.js';

/** Waits longer after each failure in a row: 50 ms, 100 ms, 200 ms … 5 s. */
export class Backoff {
  #failures = 0;

  /** Resolves when it is time for the next try, or at once when `signal` aborts. */
  wait(signal: AbortSignal): Promise<void> {
    const ms = Math.min(50 * 2 ** this.#failures++, 5_000);
    return new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const done = (): void => {
        clearTimeout(timer);
        stopListening();
        resolve();
      };
      const timer = setTimeout(done, ms);
      // Waiting for a server to come back is no reason to keep a program alive.
      timer.unref();
      const stopListening = onAbort(signal, done);
    });
  }
}
