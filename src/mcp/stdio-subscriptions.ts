import { isJSONRPCNotification, type JSONRPCMessage, type RequestId } from '@modelcontextprotocol/server';
import { listenRequest } from './listen-request.js';
import type { Resources } from './resources/resources.js';

/**
 * What a client on stdin and stdout listens to. The SDK acknowledges a `subscriptions/listen` and passes on what changed,
 * but does not say which resources somebody wants to hear of: that is read from the messages on their way to it.
 */
export class StdioSubscriptions {
  readonly #resources: Resources;
  readonly #pass: (message: JSONRPCMessage) => void;
  readonly #listens = new Map<RequestId, { readonly ending: AbortController; uris: readonly string[] }>();

  constructor(resources: Resources, pass: (message: JSONRPCMessage) => void) {
    this.#resources = resources;
    this.#pass = pass;
  }

  /** Passes a message on, a `subscriptions/listen` as soon as its resources are followed. */
  readonly take = (message: JSONRPCMessage): void => {
    const listen = listenRequest(message);
    if (listen) void this.#begin(listen);
    else {
      this.#pass(message);
      if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled')
        this.#end(message.params?.requestId as RequestId);
    }
  };

  async #begin(listen: NonNullable<ReturnType<typeof listenRequest>>): Promise<void> {
    const ending = new AbortController();
    const entry = { ending, uris: [] as readonly string[] };
    this.#listens.set(listen.id, entry);
    entry.uris = await this.#resources.follow(listen.uris, ending.signal);
    if (ending.signal.aborted) this.#drop(entry.uris);
    else this.#pass(listen.naming(entry.uris));
  }

  #end(id: RequestId): void {
    const entry = this.#listens.get(id);
    if (!entry) return;
    this.#listens.delete(id);
    entry.ending.abort();
    this.#drop(entry.uris);
  }

  /** Another listen may still want some of them. */
  #drop(uris: readonly string[]): void {
    const wanted = new Set([...this.#listens.values()].flatMap((entry) => entry.uris));
    for (const uri of uris) if (!wanted.has(uri)) this.#resources.unsubscribe(uri);
  }
}
