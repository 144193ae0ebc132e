import { type JournalCursor, type JournalEvent, JournalPlace, type JournalSpan } from '../../store/index.js';
import type { EventFeed } from './event-feed.js';
import type { EventFilter } from './event-filter.js';

/** What a reader is given. */
export type FeedItem =
  | { readonly kind: 'event'; readonly event: JournalEvent }
  /** Events that were there and are not any more, or, after a `reset`, nobody can tell. */
  | { readonly kind: 'missed'; readonly missed: Missed };

/** Ids, as events have them, in which only the streams stand of which something is missing. */
export interface Missed {
  readonly from: JournalCursor;
  readonly to: JournalCursor;
  /** `forgotten`: the journal does not go back so far. `reset`: it has not come so far, so it is another one. */
  readonly reason: 'forgotten' | 'reset';
}

const AT_ONCE = 100;

/**
 * Gives the events after a place, first those that the journal has, then those that come, each once and in the order of
 * their stream, as fast as the reader takes them: nothing is kept for him but his place, which each event has as its id.
 * Ends with the signal, and with the feed.
 */
export async function* followJournal(
  feed: EventFeed,
  filter: EventFilter,
  options: { readonly since?: JournalCursor | undefined; readonly signal: AbortSignal },
): AsyncGenerator<FeedItem, void, undefined> {
  const { signal } = options;
  const begun = await beginning(feed, options.since);
  let { place } = begun;
  if (begun.missed) yield { kind: 'missed', missed: begun.missed };
  let count: number | undefined;
  // A feed that is closed has no news and lets nobody wait for some.
  while (!signal.aborted && !feed.closed.aborted) {
    const recent = feed.recent(place, count);
    if (recent) {
      for (const event of recent.events) {
        place = place.at(event);
        if (filter.matches(event)) yield { kind: 'event', event: { ...event, id: place.cursor } };
        if (signal.aborted) return;
      }
      count = recent.count;
      await feed.news(count, signal);
      continue;
    }
    const page = await readBack(feed, filter, place);
    if (page.missed) yield { kind: 'missed', missed: page.missed };
    for (const event of page.events) yield { kind: 'event', event };
    place = page.place;
    count = undefined;
  }
}

interface Begun {
  readonly place: JournalPlace;
  readonly missed?: Missed | undefined;
}

/** A place that this feed has not come to is asked for in the store: a reader may have been served by another server. */
async function beginning(feed: EventFeed, since: JournalCursor | undefined): Promise<Begun> {
  const place = since === undefined ? feed.last : JournalPlace.parse(since);
  if (feed.last.covers(place) && place.positions.length > 0) return { place };
  const span = await feed.store.journal.span();
  const ahead = place.positions.filter((position) => !span.last.has(position));
  if (ahead.length === 0) return { place: fromOldest(place, span) };
  const from = ahead.map(({ stream, seq }) => ({ stream, seq: seq + 1 }));
  const to = ahead.map(({ stream }) => ({ stream, seq: span.last.in(stream) }));
  return {
    place: to.reduce((known, position) => known.at(position), place),
    missed: { from: JournalPlace.of(from).cursor, to: JournalPlace.of(to).cursor, reason: 'reset' },
  };
}

/** A reader that starts at the beginning receives what is stored, and misses nothing. */
export function fromOldest(place: JournalPlace, { forgotten }: JournalSpan): JournalPlace {
  return place.positions.length === 0 ? forgotten : place;
}

/** What a reader at a place cannot be given any more. */
export function forgottenSince(place: JournalPlace, { forgotten }: JournalSpan): Missed | undefined {
  const gone = forgotten.positions.filter((position) => !place.has(position));
  if (gone.length === 0) return undefined;
  const from = gone.map(({ stream }) => ({ stream, seq: place.in(stream) + 1 }));
  return { from: JournalPlace.of(from).cursor, to: JournalPlace.of(gone).cursor, reason: 'forgotten' };
}

interface Page {
  readonly missed: Missed | undefined;
  readonly events: readonly JournalEvent[];
  readonly place: JournalPlace;
}

async function readBack(feed: EventFeed, filter: EventFilter, place: JournalPlace): Promise<Page> {
  const { journal } = feed.store;
  // Asked before the events are: those that come in between are read the next time.
  const span = await journal.span();
  const start = place.atLeast(span.forgotten);
  const found = await journal.after(start, { ...filter.query, limit: AT_ONCE });
  const events = found.filter((event) => filter.matches(event));
  const end = found.length < AT_ONCE ? start.atLeast(span.last) : start;
  return {
    missed: forgottenSince(place, span),
    events,
    place: found.reduce((known, event) => (known.has(event) ? known : known.at(event)), end),
  };
}
