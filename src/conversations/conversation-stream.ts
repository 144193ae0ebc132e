import { deferred, onAbort } from '../model/index.js';
import type { ConversationEvent } from './message.js';
import { PendingEvents } from './pending-events.js';

/** Where the events of a stream come from. */
export interface EventSource {
  /** Begins; resolves when nothing is missed any more. */
  start(): Promise<void>;
  close(): void;
}

/** What a source tells its stream. */
export interface EventSink {
  tell(event: ConversationEvent): void;
  /** Nothing more will come; with an error where something went wrong. */
  end(error?: unknown): void;
}

/**
 * A live conversation. It starts at once; `live` resolves when nothing is missed any more.
 *
 * @example
 * await using stream = watchConversation(pane, profile);
 * await stream.live;
 * await bridge.sendText(pane.id, 'What is left to do?');
 * for await (const { type, message } of stream) {
 *   if (type === 'done' && message.role === 'agent') break;
 * }
 */
export class ConversationStream implements AsyncIterable<ConversationEvent>, AsyncDisposable {
  /** Resolves when nothing is missed any more; rejects where the pane cannot be watched. */
  readonly live: Promise<void>;
  readonly #source: EventSource;
  readonly #pending = new PendingEvents();
  readonly #signal: AbortSignal | undefined;
  #stopListening: (() => void) | undefined;
  #ended = false;
  #error: unknown;
  #wake: () => void = () => {};

  /** @internal */
  constructor(open: (sink: EventSink) => EventSource, signal: AbortSignal | undefined) {
    this.#signal = signal;
    this.#source = open({
      tell: (event) => {
        if (this.#ended) return;
        this.#pending.add(event);
        this.#wake();
      },
      end: (error) => this.#end(error),
    });
    this.#stopListening = signal && onAbort(signal, () => this.#end());
    if (signal?.aborted) this.#end();
    this.live = this.#ended ? Promise.resolve() : this.#begin();
    // A caller that does not await `live` gets the same error from the iteration.
    this.live.catch(() => {});
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<ConversationEvent, void, undefined> {
    try {
      for (;;) {
        const event = this.#signal?.aborted ? undefined : this.#pending.take();
        if (event) yield event;
        else if (this.#ended) break;
        else {
          const woken = deferred();
          this.#wake = woken.resolve;
          await woken.promise;
        }
      }
      if (this.#error !== undefined) throw this.#error;
    } finally {
      this.#end();
    }
  }

  /** Ends the stream. A reader still gets what is there. */
  async close(): Promise<void> {
    this.#end();
    await this.live.catch(() => {});
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #begin(): Promise<void> {
    try {
      await this.#source.start();
    } catch (error) {
      this.#end(error);
      throw error;
    }
  }

  #end(error?: unknown): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#error = error;
    this.#stopListening?.();
    this.#source.close();
    this.#wake();
  }
}
