import type { RequestError } from './request-error.js';
import { Store } from './store.js';

/** How the page stands with its server. */
export type ConnectionState =
  | { readonly is: 'connecting' }
  | { readonly is: 'connected' }
  | {
      readonly is: 'reconnecting';
      readonly since: number;
      /** Requests are answered, but streams do not come through. */
      readonly answers: boolean;
    }
  | {
      readonly is: 'signed-out';
      readonly error: RequestError;
      /** Whether it was signed in before: this page was connected, or the server remembers the session. */
      readonly wasIn: boolean;
    };

/** One for the page. The feed of events says most of it; a request that gets no answer tells it sooner. */
class Connection extends Store<ConnectionState> {
  /** A browser that the server does not know loses its first connection before it hears why. */
  #wasIn = false;

  constructor() {
    super({ is: 'connecting' });
  }

  connected(): void {
    this.#wasIn = true;
    if (this.value.is !== 'connected') this.set({ is: 'connected' });
  }

  lost(): void {
    const { is } = this.value;
    if (is !== 'reconnecting' && is !== 'signed-out')
      this.set({ is: 'reconnecting', since: Date.now(), answers: false });
  }

  /** Requests are answered, or not, while the feed does not come through. */
  answers(answers: boolean): void {
    const { value } = this;
    if (value.is === 'reconnecting' && value.answers !== answers) this.set({ ...value, answers });
  }

  signedOut(error: RequestError): void {
    const wasKnown = error.details.refused === 'revoked' || error.details.refused === 'expired';
    this.set({ is: 'signed-out', error, wasIn: this.#wasIn || wasKnown });
  }

  /**
   * Resolves when the feed has begun, or cannot. What is asked for then may miss nothing: whatever changes after the
   * answer is told by the feed.
   */
  settled(): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (this.value.is === 'connecting') return;
        stop();
        resolve();
      };
      const stop = this.subscribe(look);
      look();
    });
  }
}

export const connection = new Connection();
