import type { JournalEvent, JournalPlace } from '../../store/index.js';

/** What a reader is given of the latest events. */
export interface RecentEvents {
  readonly events: readonly JournalEvent[];
  /** How many had come when it was asked, for the next time. */
  readonly count: number;
}

/**
 * The latest events, for all readers at once: each of them keeps only its place, so a slow one costs nothing. Who is further
 * behind than this reads from the store.
 */
export class EventRing {
  readonly #size: number;
  readonly #events: JournalEvent[] = [];
  /** Everything after this place is here. */
  #before: JournalPlace;
  #last: JournalPlace;
  #count: number;

  /** @param count of events that came before */
  constructor(size: number, place: JournalPlace, count = 0) {
    this.#size = size;
    this.#before = place;
    this.#last = place;
    this.#count = count;
  }

  /** Behind the newest events. */
  get last(): JournalPlace {
    return this.#last;
  }

  /** How many events have come. */
  get count(): number {
    return this.#count;
  }

  push(events: readonly JournalEvent[]): void {
    this.#events.push(...events);
    this.#count += events.length;
    for (const event of events) this.#last = this.#last.at(event);
    const gone = this.#events.splice(0, Math.max(0, this.#events.length - this.#size));
    for (const event of gone) this.#before = this.#before.at(event);
  }

  /**
   * The events after a place; `undefined` where some of them are not here any more.
   *
   * @param count how many had come when this reader asked last: those are not looked at again
   */
  after(place: JournalPlace, count?: number): RecentEvents | undefined {
    const first = this.#count - this.#events.length;
    if (count === undefined ? !place.covers(this.#before) : count < first) return undefined;
    const events = this.#events.slice(Math.max(0, (count ?? first) - first));
    return { events: events.filter((event) => !place.has(event)), count: this.#count };
  }
}
