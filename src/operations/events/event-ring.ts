import type { JournalEvent } from '../../store/index.js';

/**
 * The latest events, for all readers at once: each of them keeps only the id of the last one that he was given, so a
 * slow one costs nothing. Who is further behind than this reads from the store.
 */
export class EventRing {
  readonly #size: number;
  readonly #events: JournalEvent[] = [];
  /** Everything after this id is here. */
  #before: number;

  constructor(size: number, lastId: number) {
    this.#size = size;
    this.#before = lastId;
  }

  get lastId(): number {
    return this.#events.at(-1)?.id ?? this.#before;
  }

  push(events: readonly JournalEvent[]): void {
    this.#events.push(...events);
    const gone = this.#events.splice(0, Math.max(0, this.#events.length - this.#size));
    this.#before = gone.at(-1)?.id ?? this.#before;
  }

  /** The events after an id; `undefined` where some of them are not here any more. */
  after(id: number): readonly JournalEvent[] | undefined {
    if (id < this.#before) return undefined;
    return this.#events.slice(this.#events.findLastIndex((event) => event.id <= id) + 1);
  }
}
