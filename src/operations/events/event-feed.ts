import { Coalesced, deferred, onAbort } from '../../model/index.js';
import type { JournalEvent, Store } from '../../store/index.js';
import type { BaseRuntime } from '../base-runtime.js';
import { EventRing } from './event-ring.js';
import type { EventSource } from './event-source.js';
import { eventSources } from './event-sources.js';

/** Events that are kept at hand for readers. */
const RECENT = 1_000;
const AT_ONCE = 500;

/**
 * Everything that happens, from the journal of the store, whichever process wrote it there. While it is started this
 * process watches, too: runs, agents, workers, chat sessions, the sessions of known hosts; and writes down what it sees.
 *
 * @example
 * const feed = await runtime.events();
 * await feed.start();
 * for await (const { event } of followJournal(feed, new EventFilter(), { signal })) …
 */
export class EventFeed implements AsyncDisposable {
  readonly store: Store;
  readonly #sources: readonly EventSource[];
  readonly #closing = new AbortController();
  #ring = new EventRing(RECENT, 0);
  #stopWatching: (() => void) | undefined;
  #opened: Promise<void> | undefined;
  #started: Promise<void> | undefined;
  /** A store that cannot be read now is read at the next sign. */
  readonly #reads = new Coalesced(() => this.#readAll().catch(() => {}));
  #news = deferred();

  /** @internal Use `runtime.events()`. */
  constructor(runtime: BaseRuntime, store: Store) {
    this.store = store;
    this.#sources = eventSources({ runtime, store, signal: this.#closing.signal });
  }

  /** Whether this process watches everything. */
  get started(): boolean {
    return this.#started !== undefined;
  }

  /** The id of the newest event that readers can be given. */
  get lastId(): number {
    return this.#ring.lastId;
  }

  /** Hears from now on what anybody writes into the journal. */
  open(): Promise<void> {
    this.#opened ??= this.#open();
    return this.#opened;
  }

  /** Watches everything, too. What a host that does not answer has to tell comes when it does. */
  start(): Promise<void> {
    this.#started ??= this.#start();
    return this.#started;
  }

  /** Watches also a host that nothing is known to be on. */
  add(host: string): void {
    for (const source of this.#sources) source.add?.(host);
  }

  /** The events after an id, where they are at hand. */
  recent(id: number): readonly JournalEvent[] | undefined {
    return this.#ring.after(id);
  }

  /** Resolves when there is something after an id, or the signal or the feed ends. */
  news(id: number, signal: AbortSignal): Promise<void> {
    if (this.lastId > id || signal.aborted || this.#closing.signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        for (const stop of stops) stop();
        resolve();
      };
      const stops = [signal, this.#closing.signal].map((one) => onAbort(one, done));
      void this.#news.promise.then(done);
    });
  }

  /** Aborted when the feed is closed. */
  get closed(): AbortSignal {
    return this.#closing.signal;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#stopWatching?.();
    await this.#opened?.catch(() => {});
    await this.#started?.catch(() => {});
    await Promise.all(this.#sources.map((source) => source.close()));
    await this.#reads.settled();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #open(): Promise<void> {
    // Watched before it is read: what comes in between is read then.
    this.#stopWatching = this.store.journal.watch(() => void this.#reads.run());
    this.#ring = new EventRing(RECENT, await this.store.journal.lastId());
    void this.#reads.run();
    if (this.#closing.signal.aborted) this.#stopWatching();
  }

  async #start(): Promise<void> {
    await this.open();
    await Promise.all(this.#sources.map((source) => source.start()));
  }

  async #readAll(): Promise<void> {
    await this.#opened;
    while (!this.#closing.signal.aborted) {
      const events = await this.store.journal.since(this.#ring.lastId, { limit: AT_ONCE });
      if (events.length === 0) return;
      this.#ring.push(events);
      const { resolve } = this.#news;
      this.#news = deferred();
      resolve();
      if (this.started) for (const event of events) for (const source of this.#sources) source.heard(event);
    }
  }
}
