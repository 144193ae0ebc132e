import { type JournalCursor, JournalPlace, type StreamPosition } from '../../../src/store/journal-place.js';
import type { JournalEvidence } from '../evidence.js';
import type { Violation } from './violation.js';

/** Judges readers of the journal: each event once, in the order of its stream, none left out. */
export function checkJournal({ stored, readers }: JournalEvidence): Violation[] {
  const all = eventsOf(0, stored);
  return readers.flatMap(({ by, since, ids }) => {
    const start = JournalPlace.parse(since);
    const got = eventsOf(since, ids);
    const streams = new Set([...all, ...got].map(({ stream }) => stream));
    for (const stream of streams) {
      const right = all.filter((event) => event.stream === stream && !start.has(event));
      const given = got.filter((event) => event.stream === stream);
      const wrong = given.findIndex(({ seq }, i) => right[i]?.seq !== seq);
      if (wrong >= 0)
        return broken(by, `got event ${name(given[wrong])} where ${name(right[wrong])} comes next`);
      if (given.length < right.length)
        return broken(by, `got ${given.length} of ${right.length} events of stream ${stream}`);
    }
    return [];
  });
}

/** The event behind each cursor is what it has more than the one before; one that has nothing more has nothing new. */
function eventsOf(since: JournalCursor, ids: readonly JournalCursor[]): StreamPosition[] {
  let before = JournalPlace.parse(since);
  return ids.flatMap((id) => {
    const place = JournalPlace.parse(id);
    const news = place.positions.filter((position) => position.seq !== before.in(position.stream));
    before = place;
    return news.length === 0 ? [{ stream: 0, seq: 0 }] : news;
  });
}

function name(event: StreamPosition | undefined): string {
  return event ? String(JournalPlace.of([event]).cursor) : 'none';
}

function broken(by: string, what: string): Violation[] {
  return [{ rule: 'journal-broken', about: by, detail: `${by} ${what}.` }];
}
