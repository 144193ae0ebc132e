import type { RequestError } from './request-error.js';
import { Store } from './store.js';

/** How the page stands with its server. */
export type ConnectionState =
  | { readonly is: 'connecting' }
  | { readonly is: 'connected' }
  | { readonly is: 'reconnecting'; readonly since: number }
  | { readonly is: 'signed-out'; readonly error: RequestError };

/** One for the page. The feed of events says most of it; a request that gets no answer tells it sooner. */
class Connection extends Store<ConnectionState> {
  constructor() {
    super({ is: 'connecting' });
  }

  connected(): void {
    if (this.value.is !== 'connected') this.set({ is: 'connected' });
  }

  lost(): void {
    const { is } = this.value;
    if (is !== 'reconnecting' && is !== 'signed-out') this.set({ is: 'reconnecting', since: Date.now() });
  }

  signedOut(error: RequestError): void {
    this.set({ is: 'signed-out', error });
  }
}

export const connection = new Connection();
