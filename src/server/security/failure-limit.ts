import { durationText, MuxError } from '../../model/index.js';

export interface FailureLimitOptions {
  /** Failures within the time that are still answered. @default 10 */
  readonly most?: number;
  /** @default 60000 */
  readonly withinMs?: number;
  readonly clock?: () => number;
}

/**
 * Counts failed attempts to sign in, for each address and what was tried. Beyond the limit nothing is compared any more,
 * so guessing gets nowhere; those who sign in with something else from the same address are not in the way of it.
 */
export class FailureLimit {
  readonly #most: number;
  readonly #withinMs: number;
  readonly #clock: () => number;
  readonly #failures = new Map<string, { count: number; endsAt: number }>();

  constructor({ most = 10, withinMs = 60_000, clock = Date.now }: FailureLimitOptions = {}) {
    this.#most = most;
    this.#withinMs = withinMs;
    this.#clock = clock;
  }

  /** Fails with `TOO_MANY_FAILURES` where it has to stop. */
  check(key: string): void {
    const known = this.#current(key);
    if (known === undefined || known.count < this.#most) return;
    const seconds = Math.max(1, Math.ceil((known.endsAt - this.#clock()) / 1_000));
    throw new MuxError('TOO_MANY_FAILURES', 'Too many sign-in attempts failed.', {
      suggestion: `Try again in ${durationText(seconds * 1_000)}, with the right token.`,
      details: { retryAfterSeconds: seconds },
    });
  }

  add(key: string): void {
    const known = this.#current(key);
    if (known) known.count++;
    else this.#failures.set(key, { count: 1, endsAt: this.#clock() + this.#withinMs });
    // The oldest entry is dropped: filling the table only makes room for others.
    const oldest = this.#failures.keys().next().value;
    if (this.#failures.size > MOST_KEYS && oldest !== undefined) this.#failures.delete(oldest);
  }

  #current(key: string): { count: number; endsAt: number } | undefined {
    const known = this.#failures.get(key);
    if (known && known.endsAt > this.#clock()) return known;
    this.#failures.delete(key);
    return undefined;
  }
}

const MOST_KEYS = 10_000;
