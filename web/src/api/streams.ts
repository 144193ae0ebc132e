import type { StreamFrame, StreamRequest } from '../../../src/operations/streams/stream-frames.js';
import { connection } from './connection.js';
import type { StreamInput, StreamItem, StreamName } from './operations.js';
import { errorOf, RequestError } from './request-error.js';

export interface Following<Name extends StreamName> {
  /** Asked for whenever it begins: at first, and when the connection is there again. */
  input(): StreamInput<Name>;
  /** The server has it, and tells what happens from here on. */
  onBegun?(): void;
  onItem(item: StreamItem<Name>): void;
  /** There is no more. */
  onEnd?(): void;
  /** It was refused, or failed: there is no more. */
  onError?(error: RequestError): void;
  /** The connection broke. It begins again by itself with the next one, unless it is stopped. */
  onLost?(): void;
}

/** Waits between tries to reach a server that does not answer. */
const backoff = { firstMs: 500, mostMs: 10_000 };

/**
 * The one connection of the page for all streams. Browsers open six connections to one server for requests, for
 * all tabs together; a WebSocket does not count, so any number of tabs can be open.
 */
class Streams {
  readonly #followed = new Map<string, Following<StreamName> & { readonly name: StreamName }>();
  #socket: WebSocket | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waitMs = backoff.firstMs;
  #count = 0;

  constructor() {
    window.addEventListener('online', () => this.retry());
  }

  /** Follows an operation until what it gives is called. */
  follow<Name extends StreamName>(name: Name, following: Following<Name>): () => void {
    this.#count += 1;
    const id = String(this.#count);
    this.#followed.set(id, { ...(following as unknown as Following<StreamName>), name });
    this.#connect();
    this.#begin(id);
    return () => {
      if (this.#followed.delete(id)) this.#say({ type: 'stop', id });
    };
  }

  /** Tries now instead of later. */
  retry(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#connect();
  }

  #connect(): void {
    if (this.#socket || this.#timer !== undefined) return;
    const url = new URL('/api/streams', location.href);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(url);
    this.#socket = socket;
    socket.addEventListener('open', () => {
      this.#waitMs = backoff.firstMs;
      for (const id of this.#followed.keys()) this.#begin(id);
    });
    socket.addEventListener('message', ({ data }: MessageEvent<string>) =>
      this.#take(JSON.parse(data) as StreamFrame),
    );
    socket.addEventListener('close', () => void this.#lost());
  }

  #begin(id: string): void {
    const one = this.#followed.get(id);
    if (one) this.#say({ type: 'follow', id, operation: one.name, input: one.input() });
  }

  #say(request: StreamRequest): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(request));
  }

  #take(frame: StreamFrame): void {
    if (frame.type === 'closing') return;
    const one = this.#followed.get(frame.id ?? '');
    if (frame.type === 'error') {
      const { status = 0, ...problem } = frame.problem as { readonly status?: number };
      const error = new RequestError(problem, status);
      if (status === 401) connection.signedOut(error);
      this.#followed.delete(frame.id ?? '');
      one?.onError?.(error);
    } else if (frame.type === 'begun') one?.onBegun?.();
    else if (frame.type === 'item') one?.onItem(frame.item as StreamItem<StreamName>);
    else {
      this.#followed.delete(frame.id);
      one?.onEnd?.();
    }
  }

  async #lost(): Promise<void> {
    this.#socket = undefined;
    for (const one of [...this.#followed.values()]) one.onLost?.();
    connection.lost();
    if (await this.#isRefused()) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#connect();
    }, this.#waitMs);
    this.#waitMs = Math.min(this.#waitMs * 2, backoff.mostMs);
  }

  /** A WebSocket does not tell why it failed, so the server is asked. */
  async #isRefused(): Promise<boolean> {
    try {
      const response = await fetch('/api/me', { credentials: 'same-origin' });
      if (response.status === 401) {
        connection.signedOut(await errorOf(response));
        return true;
      }
      // Once is nothing: a server that has just started again.
      connection.answers(response.ok && this.#waitMs > backoff.firstMs);
    } catch {
      connection.answers(false);
    }
    return false;
  }
}

export const streams = new Streams();
