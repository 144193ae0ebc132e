import type { JournalEvent } from '../../store/index.js';
import type { EventFeed } from './event-feed.js';
import type { EventFilter } from './event-filter.js';

/** What a reader is given. */
export type FeedItem =
  | { readonly kind: 'event'; readonly event: JournalEvent }
  /** Events that were there and are not any more, or, after a `reset`, nobody can tell. */
  | { readonly kind: 'missed'; readonly missed: Missed };

export interface Missed {
  readonly from: number;
  readonly to: number;
  /** `forgotten`: the journal does not go back so far. `reset`: it has not come so far, so it is another one. */
  readonly reason: 'forgotten' | 'reset';
}

const AT_ONCE = 100;

/**
 * Gives the events after an id, first those that the journal has, then those that come, each once and in their order,
 * as fast as the reader takes them: nothing is kept for him but his place. Ends with the signal, and with the feed.
 */
export async function* followJournal(
  feed: EventFeed,
  filter: EventFilter,
  options: { readonly since?: number | undefined; readonly signal: AbortSignal },
): AsyncGenerator<FeedItem, void, undefined> {
  const { signal } = options;
  let place = options.since ?? feed.lastId;
  if (place > feed.lastId) {
    yield { kind: 'missed', missed: { from: place + 1, to: feed.lastId, reason: 'reset' } };
    place = feed.lastId;
  }
  // Who asks from 0 wants what there is.
  let isFirst = place === 0;
  // A feed that is closed has no news and lets nobody wait for some.
  while (!signal.aborted && !feed.closed.aborted) {
    const recent = feed.recent(place);
    if (recent) {
      for (const event of recent) {
        if (filter.matches(event)) yield { kind: 'event', event };
        place = event.id;
        if (signal.aborted) return;
      }
      await feed.news(place, signal);
      continue;
    }
    const page = await readBack(feed, filter, place, isFirst);
    isFirst = false;
    if (page.missed) yield { kind: 'missed', missed: page.missed };
    for (const event of page.events) yield { kind: 'event', event };
    place = page.place;
  }
}

interface Page {
  readonly missed: Missed | undefined;
  readonly events: readonly JournalEvent[];
  readonly place: number;
}

async function readBack(
  feed: EventFeed,
  filter: EventFilter,
  place: number,
  fromOldest: boolean,
): Promise<Page> {
  const { journal } = feed.store;
  const oldest = await journal.oldestId();
  // Asked before the events are: those that come in between are read the next time.
  const last = await journal.lastId();
  const events = (await journal.since(place, { ...filter.query, limit: AT_ONCE })).filter((event) =>
    filter.matches(event),
  );
  const isBehind = place + 1 < oldest && !fromOldest;
  return {
    missed: isBehind ? { from: place + 1, to: oldest - 1, reason: 'forgotten' } : undefined,
    events,
    place:
      events.length < AT_ONCE ? Math.max(place, last, events.at(-1)?.id ?? 0) : (events.at(-1)?.id ?? last),
  };
}
