import { setImmediate } from 'node:timers/promises';
import { type EitherSignal, eitherSignal, type MuxError } from '../model/index.js';
import { type CallOperation, waits } from '../operations/index.js';

/** What has been asked and is not answered yet. */
export class OpenCalls {
  #open = 0;
  readonly #ending = new AbortController();
  #settled: (() => void) | undefined;

  /** Carries out a call, and counts it meanwhile. */
  async count<T>(call: () => Promise<T>): Promise<T> {
    this.#open += 1;
    try {
      return await call();
    } finally {
      this.#open -= 1;
      if (this.#open === 0) this.#settled?.();
    }
  }

  /** The signal for a call: that of its caller, and for what waits also the one that the server will end. Dispose it with the call. */
  signalFor(
    operation: CallOperation,
    input: Readonly<Record<string, unknown>>,
    caller: AbortSignal,
  ): EitherSignal {
    return eitherSignal(caller, waits(operation, input) ? this.#ending.signal : undefined);
  }

  /** Gives up all waits, for a reason, and resolves when everything is answered; after this long in any case. */
  async end(mostMs: number, reason?: MuxError): Promise<void> {
    this.#ending.abort(reason);
    await setImmediate();
    if (this.#open === 0) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#settled = resolve;
      timer = setTimeout(resolve, mostMs);
    });
    clearTimeout(timer);
    // The SDK sends an answer some microtasks after it is known.
    await setImmediate();
  }
}
