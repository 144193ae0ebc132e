import { onAbort } from '../model/on-abort.js';

/** A signal of one call. */
export interface LinkedSignal extends Disposable {
  readonly signal: AbortSignal;
}

/**
 * Gives each call a signal of its own, which aborts with that of its caller, and with all others when all are to end.
 * One signal for all would have as many listeners as there are calls; and `AbortSignal.any` would let it collect all
 * that ever listened to it.
 */
export class LinkedSignals {
  readonly #open = new Set<AbortController>();
  #ended = false;

  /** Whether all have ended. */
  get ended(): boolean {
    return this.#ended;
  }

  /** For the time of one call. */
  link(caller?: AbortSignal): LinkedSignal {
    const controller = new AbortController();
    const abort = (): void => controller.abort(caller?.reason);
    let stopListening: (() => void) | undefined;
    if (this.#ended || caller?.aborted) abort();
    else {
      this.#open.add(controller);
      stopListening = caller && onAbort(caller, abort);
    }
    return {
      signal: controller.signal,
      [Symbol.dispose]: () => {
        this.#open.delete(controller);
        stopListening?.();
      },
    };
  }

  /** Aborts all that are open, and all that will be asked for. */
  end(): void {
    this.#ended = true;
    for (const controller of [...this.#open]) controller.abort();
  }
}
