import { Coalesced, deferred, onAbort } from '../../model/index.js';
import { type JournalCursor, type JournalEvent, JournalPlace, type Store } from '../../store/index.js';
import type { BaseRuntime } from '../base-runtime.js';
import { EventRing, type RecentEvents } from './event-ring.js';
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
  #ring = new EventRing(RECENT, JournalPlace.beginning);
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

  /** Behind the newest events that readers can be given. */
  get last(): JournalPlace {
    return this.#ring.last;
  }

  /** How many events it has heard of. */
  get count(): number {
    return this.#ring.count;
  }

  /** As an id, for `since`. */
  get lastId(): JournalCursor {
    return this.#ring.last.cursor;
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

  /**
   * The events after a place, where they are at hand.
   *
   * @param count that the last call gave
   */
  recent(place: JournalPlace, count?: number): RecentEvents | undefined {
    return this.#ring.after(place, count);
  }

  /** Resolves when more events have come than so many, or the signal or the feed ends. */
  news(count: number, signal: AbortSignal): Promise<void> {
    if (this.#ring.count > count || signal.aborted || this.#closing.signal.aborted) return Promise.resolve();
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
    this.#ring = new EventRing(RECENT, (await this.store.journal.span()).last);
    void this.#reads.run();
    if (this.#closing.signal.aborted) this.#stopWatching();
  }

  /** Events that came and were forgotten while this process could not read are told to its readers as missed. */
  async #skipForgotten(): Promise<void> {
    const { forgotten } = await this.store.journal.span();
    if (this.#ring.last.covers(forgotten)) return;
    this.#ring = new EventRing(RECENT, this.#ring.last.atLeast(forgotten), this.#ring.count + 1);
  }

  async #start(): Promise<void> {
    await this.open();
    void this.store.journal.tidy().catch(() => {});
    await Promise.all(this.#sources.map((source) => source.start()));
  }

  async #readAll(): Promise<void> {
    await this.#opened;
    while (!this.#closing.signal.aborted) {
      const events = await this.store.journal.after(this.#ring.last, { limit: AT_ONCE });
      if (events.length === 0) return;
      if (hasHole(this.#ring.last, events)) await this.#skipForgotten();
      this.#ring.push(events);
      const { resolve } = this.#news;
      this.#news = deferred();
      resolve();
      if (this.started) for (const event of events) for (const source of this.#sources) source.heard(event);
    }
  }
}

/** Numbers are missing also where events belong only to a run and are not given to readers. */
function hasHole(place: JournalPlace, events: readonly JournalEvent[]): boolean {
  let at = place;
  return events.some((event) => {
    const isBehindHole = event.seq > at.in(event.stream) + 1;
    at = at.at(event);
    return isBehindHole;
  });
}
