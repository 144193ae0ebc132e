import type { PaneCloseReason, PaneEvent, PaneGapReason, PaneSink } from './pane-events.js';

export interface PaneStreamOptions {
  /**
   * Most bytes kept for a reader that is slow; what comes beyond it is dropped, and a `gap` tells so.
   * @default 4194304
   */
  readonly maxBufferedBytes?: number;
}

/**
 * The output of a pane as it comes.
 *
 * @example
 * await using stream = pane.text();
 * await stream.live;
 * for await (const event of stream) {
 *   if (event.type === 'output') process.stdout.write(event.data);
 * }
 */
export class PaneStream<Data> implements AsyncIterable<PaneEvent<Data>>, AsyncDisposable {
  /** Resolves when nothing is missed any more; rejects where the pane cannot be watched. */
  readonly live: Promise<void>;
  readonly #queue: PaneEvent<Data>[] = [];
  readonly #sizes: number[] = [];
  readonly #maxBufferedBytes: number;
  readonly #decode: (data: Buffer, gap: boolean) => Data;
  #bufferedBytes = 0;
  #droppedBytes = 0;
  #ended = false;
  #failure: unknown;
  readonly #sleepers = new Set<() => void>();
  #unsubscribe: (() => void) | undefined;

  /**
   * @param decode makes the reader's data of bytes; `gap` tells that bytes before these are missing
   * @param subscribe starts delivery to a sink and resolves, once live, with a function that ends it
   */
  constructor(
    decode: (data: Buffer, gap: boolean) => Data,
    subscribe: (sink: PaneSink) => Promise<() => void>,
    options: PaneStreamOptions = {},
  ) {
    this.#decode = decode;
    this.#maxBufferedBytes = options.maxBufferedBytes ?? 4 * 1024 * 1024;
    const subscribed = subscribe({
      output: (data) => this.#output(data),
      gap: (reason) => this.#gap(reason, undefined),
      closed: (reason) => this.#close(reason),
    });
    this.live = subscribed.then(
      (unsubscribe) => {
        if (this.#ended) unsubscribe();
        else this.#unsubscribe = unsubscribe;
      },
      (error: unknown) => {
        this.#failure = error;
        this.#ended = true;
        this.#wakeReaders();
        throw error;
      },
    );
    // Whoever does not await `live` meets the same error in the iteration.
    this.live.catch(() => {});
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<PaneEvent<Data>, void, undefined> {
    try {
      for (;;) {
        const event = this.#take();
        if (event) {
          yield event;
          if (event.type === 'closed') return;
        } else if (this.#ended) {
          if (this.#failure) throw this.#failure;
          return;
        } else {
          await new Promise<void>((resolve) => {
            this.#sleepers.add(resolve);
          });
        }
      }
    } finally {
      this.#close('closed');
    }
  }

  /** Ends the stream. A reader still gets what is buffered, then `closed`. */
  async close(): Promise<void> {
    this.#close('closed');
    await this.live.catch(() => {});
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #take(): PaneEvent<Data> | undefined {
    const event = this.#queue.shift();
    if (event) this.#bufferedBytes -= this.#sizes.shift() ?? 0;
    if (this.#droppedBytes > 0 && this.#bufferedBytes <= this.#maxBufferedBytes / 2) {
      const dropped = this.#droppedBytes;
      this.#droppedBytes = 0;
      this.#gap('slow-reader', dropped);
    }
    return event;
  }

  #output(data: Buffer): void {
    if (this.#ended) return;
    if (this.#droppedBytes > 0 || this.#bufferedBytes + data.length > this.#maxBufferedBytes) {
      this.#droppedBytes += data.length;
      return;
    }
    this.#push({ type: 'output', data: this.#decode(data, false) }, data.length);
  }

  #gap(reason: PaneGapReason, droppedBytes: number | undefined): void {
    if (this.#ended && reason !== 'slow-reader') return;
    this.#decode(Buffer.alloc(0), true);
    this.#push({ type: 'gap', reason, droppedBytes }, 0);
  }

  #close(reason: PaneCloseReason): void {
    if (this.#ended) return;
    if (this.#droppedBytes > 0) {
      this.#gap('slow-reader', this.#droppedBytes);
      this.#droppedBytes = 0;
    }
    this.#ended = true;
    this.#push({ type: 'closed', reason }, 0);
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
  }

  #push(event: PaneEvent<Data>, bytes: number): void {
    this.#queue.push(event);
    this.#sizes.push(bytes);
    this.#bufferedBytes += bytes;
    this.#wakeReaders();
  }

  #wakeReaders(): void {
    const sleepers = [...this.#sleepers];
    this.#sleepers.clear();
    for (const wake of sleepers) wake();
  }
}
