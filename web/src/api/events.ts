import type { eventTypes } from '../../../src/operations/events/event-output.js';
import { connection } from './connection.js';
import type { StreamItem } from './operations.js';
import { streams } from './streams.js';

/** A thing that happened, as the feed of the server tells it. */
export type FeedEvent = StreamItem<'event.follow'>;

export type EventType = (typeof eventTypes)[number] | 'missed';

type Listener = (event: FeedEvent | undefined) => void;

/** The event feed of the page. After an interruption it continues after its last event. */
class Feed {
  readonly #listeners = new Map<EventType | 'again', Set<Listener>>();
  #last: number | string | undefined;
  #isStarted = false;
  #wasOpen = false;

  /** Opens the feed; a second call does nothing. */
  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    streams.follow('event.follow', {
      input: () => (this.#last === undefined ? {} : { since: this.#last }),
      onBegun: () => this.#begun(),
      onItem: (event) => this.#take(event),
    });
  }

  /**
   * Listens for events of these types. `again` comes when the feed was interrupted: whatever was fetched may be old.
   * Gives what ends it.
   */
  on(types: readonly (EventType | 'again')[], listener: Listener): () => void {
    for (const type of types) {
      const known = this.#listeners.get(type) ?? new Set();
      this.#listeners.set(type, known.add(listener));
    }
    return () => {
      for (const type of types) this.#listeners.get(type)?.delete(listener);
    };
  }

  #begun(): void {
    connection.connected();
    if (this.#wasOpen) this.#tell('again', undefined);
    this.#wasOpen = true;
  }

  #take(event: FeedEvent): void {
    if (event.id !== undefined) this.#last = event.id;
    this.#tell(event.type as EventType, event);
    if (event.type === 'missed') this.#tell('again', event);
  }

  #tell(type: EventType | 'again', event: FeedEvent | undefined): void {
    for (const listener of [...(this.#listeners.get(type) ?? [])]) listener(event);
  }
}

export const feed = new Feed();
