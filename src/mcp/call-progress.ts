import type { Notification, ProgressToken } from '@modelcontextprotocol/server';
import { durationText } from '../model/index.js';

export interface CallProgressOptions {
  /** Given by a client that wants to hear of it. */
  readonly token: ProgressToken | undefined;
  readonly send: (notification: Notification) => Promise<void>;
  /** Names the call: `run_wait`. */
  readonly name: string;
}

/**
 * Tells a client how far a call is: what the operation says about itself, and now and then that it still goes on,
 * because many clients give up on a call that they hear nothing of.
 */
export class CallProgress implements Disposable {
  readonly #options: CallProgressOptions;
  readonly #startedAt = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #told = 0;
  #last: string | undefined;

  constructor(options: CallProgressOptions) {
    this.#options = options;
    if (options.token !== undefined) this.#timer = setTimeout(this.#goesOn, FIRST_MS);
  }

  readonly tell = (message: string): void => {
    this.#last = message;
    this.#send(message);
  };

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }

  readonly #goesOn = (): void => {
    const seconds = Math.round((performance.now() - this.#startedAt) / 1000);
    this.#send(`${this.#last ?? `${this.#options.name} is running`} (${durationText(seconds * 1000)})`);
    this.#timer = setTimeout(this.#goesOn, AGAIN_MS);
  };

  #send(message: string): void {
    const { token: progressToken, send } = this.#options;
    if (progressToken === undefined) return;
    this.#told += 1;
    const params = { progressToken, progress: this.#told, message };
    // Whoever does not listen any more has hung up, which ends the call itself.
    send({ method: 'notifications/progress', params }).catch(() => {});
  }
}

const FIRST_MS = 1_000;
const AGAIN_MS = 5_000;
