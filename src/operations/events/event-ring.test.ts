import { describe, expect, it } from 'vitest';
import type { JournalEvent } from '../../store/journal-event.js';
import { type JournalCursor, JournalPlace } from '../../store/journal-place.js';
import { EventRing } from './event-ring.js';

function events(...ids: JournalCursor[]): JournalEvent[] {
  const rest = { at: new Date(0), type: 'inbox', host: undefined, target: undefined, paneId: undefined };
  return ids.flatMap((id) => {
    const [position] = place(id).positions;
    return position ? [{ id, ...position, ...rest, data: {} }] : [];
  });
}

function place(id: JournalCursor): JournalPlace {
  return JournalPlace.parse(id);
}

function idsAfter(ring: EventRing, id: JournalCursor, count?: number): JournalCursor[] | undefined {
  return ring.after(place(id), count)?.events.map((event) => event.id);
}

describe('EventRing', () => {
  it('gives what came after an id, and says where it does not have all of that', () => {
    const ring = new EventRing(3, place(10));
    expect(ring.last.cursor).toBe(10);
    expect(idsAfter(ring, 10)).toEqual([]);
    expect(idsAfter(ring, 9)).toBeUndefined();
    // Ids may have holes.
    ring.push(events(11, 14));
    ring.push(events(15, 16));
    expect(ring.last.cursor).toBe(16);
    expect(idsAfter(ring, 10)).toBeUndefined();
    expect(idsAfter(ring, 11)).toEqual([14, 15, 16]);
    expect(idsAfter(ring, 14)).toEqual([15, 16]);
    expect(idsAfter(ring, 16)).toEqual([]);
  });

  it('gives each reader what it lacks of each stream, in whatever order another server gave the rest', () => {
    const ring = new EventRing(4, place('1-5.2-7'));
    ring.push(events('1-6', '2-8', '1-7', '3-1'));
    expect(ring.last.cursor).toBe('1-7.2-8.3-1');
    expect(idsAfter(ring, '1-5.2-8')).toEqual(['1-6', '1-7', '3-1']);
    expect(idsAfter(ring, '1-7.2-7')).toEqual(['2-8', '3-1']);
    // Behind in one stream only is behind.
    expect(idsAfter(ring, '1-4.2-8.3-1')).toBeUndefined();
    ring.push(events('2-9'));
    expect(idsAfter(ring, '1-5.2-8')).toBeUndefined();
    expect(idsAfter(ring, '1-6.2-8')).toEqual(['1-7', '3-1', '2-9']);
  });

  it('looks again only at what has come since the last time, unless that is not here any more', () => {
    const ring = new EventRing(2, place(0));
    ring.push(events(1));
    const { count } = ring;
    ring.push(events(2, 3));
    expect(idsAfter(ring, 1, count)).toEqual([2, 3]);
    ring.push(events(4));
    expect(idsAfter(ring, 1, count)).toBeUndefined();
    expect(idsAfter(ring, 3, ring.count)).toEqual([]);
  });
});
