import { durationText } from './duration-text.js';
import { MuxError } from './mux-error.js';
import { onAbort } from './on-abort.js';
import { PatientTimer } from './patient-timer.js';
import { field, type Phrase, phrase } from './phrase.js';

/** What every call that can take time accepts. */
export interface CallOptions {
  /**
   * Milliseconds until the call fails with `TIMEOUT`; 0 means that it may take as long as it likes. A negative number is
   * a deadline that has passed.
   */
  readonly timeoutMs?: number;
  /** Cancels the call, which then fails with `ABORTED`. */
  readonly signal?: AbortSignal;
}

export interface DeadlineOptions extends CallOptions {
  /** Names the call in the error: `tmux list-panes on local`. */
  readonly what: string;
  /** Suggestion on a timeout (default: use a larger timeout). */
  readonly suggestion?: string | Phrase;
}

/**
 * One deadline and one abort signal, as one thing to listen to.
 *
 * @example
 * using deadline = new Deadline({ what: 'reading the log', timeoutMs: 5000, signal });
 * return await deadline.race(read());
 */
export class Deadline implements Disposable {
  #error: MuxError | undefined;
  readonly #listeners = new Set<(error: MuxError) => void>();
  #timer: PatientTimer | undefined;
  #stopListening: (() => void) | undefined;
  readonly #endsAt: number;

  constructor(options: DeadlineOptions) {
    const { what, timeoutMs = 0, signal, suggestion } = options;
    if (Number.isNaN(timeoutMs)) throw notANumber(what);
    this.#endsAt = timeoutMs === 0 ? Number.POSITIVE_INFINITY : performance.now() + timeoutMs;
    if (signal?.aborted) this.#error = abortedError(what, signal);
    else if (timeoutMs < 0) this.#error = passedError(what, timeoutMs);
    if (this.#error) return;
    if (timeoutMs > 0 && timeoutMs < 2 ** 31) {
      this.#timer = new PatientTimer(timeoutMs, () => this.#fail(timeoutError(what, timeoutMs, suggestion)));
    }
    if (signal) {
      this.#stopListening = onAbort(signal, () => this.#fail(abortedError(what, signal)));
    }
  }

  /** Why it is over; `undefined` while there is time. */
  get error(): MuxError | undefined {
    return this.#error;
  }

  /** Milliseconds left, never negative. */
  get remainingMs(): number {
    return Math.max(0, this.#endsAt - performance.now());
  }

  /** Calls back once when time is up or the caller cancels; at once if that has happened. */
  onExpire(listener: (error: MuxError) => void): void {
    if (this.#error) listener(this.#error);
    else this.#listeners.add(listener);
  }

  /** `work`, or the deadline's error if that comes first. */
  race<T>(work: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.onExpire(reject);
      // A long wait races many times: what is settled must not be held on to.
      const forget = (): unknown => this.#listeners.delete(reject);
      work.then(resolve, reject).finally(forget);
    });
  }

  [Symbol.dispose](): void {
    this.#timer?.[Symbol.dispose]();
    this.#stopListening?.();
    this.#listeners.clear();
  }

  #fail(error: MuxError): void {
    if (this.#error) return;
    this.#error = error;
    const listeners = [...this.#listeners];
    this[Symbol.dispose]();
    for (const listener of listeners) listener(error);
  }
}

export function timeoutError(
  what: string,
  timeoutMs: number,
  suggestion:
    | string
    | Phrase = phrase`Give a larger ${field('timeoutMs')}, or check whether the host responds.`,
): MuxError {
  return new MuxError('TIMEOUT', `${what} took longer than ${durationText(timeoutMs)}.`, {
    suggestion,
    details: { timeoutMs: Math.round(timeoutMs) },
  });
}

function passedError(what: string, timeoutMs: number): MuxError {
  return new MuxError(
    'TIMEOUT',
    `${what} was not begun: its deadline had passed ${durationText(-timeoutMs)} before.`,
    {
      suggestion: phrase`Give a ${field('timeoutMs')} that is not negative; 0 has no end.`,
      details: { timeoutMs },
    },
  );
}

function notANumber(what: string): MuxError {
  return new MuxError('INVALID_ARGUMENT', `${what} cannot wait for NaN milliseconds.`, {
    suggestion: phrase`Give ${field('timeoutMs')} as a number of milliseconds; 0 has no end.`,
  });
}

export function abortedError(what: string, signal: AbortSignal): MuxError {
  return new MuxError('ABORTED', `${what} was cancelled by the caller.`, { cause: signal.reason });
}
