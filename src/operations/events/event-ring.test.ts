import { describe, expect, it } from 'vitest';
import type { JournalEvent } from '../../store/journal-event.js';
import { EventRing } from './event-ring.js';

function events(...ids: number[]): JournalEvent[] {
  const rest = { at: new Date(0), type: 'inbox', host: undefined, target: undefined, paneId: undefined };
  return ids.map((id) => ({ id, ...rest, data: {} }));
}

function ids(found: readonly JournalEvent[] | undefined): number[] | undefined {
  return found?.map(({ id }) => id);
}

describe('EventRing', () => {
  it('gives what came after an id, and says where it does not have all of that', () => {
    const ring = new EventRing(3, 10);
    expect(ring.lastId).toBe(10);
    expect(ids(ring.after(10))).toEqual([]);
    expect(ring.after(9)).toBeUndefined();
    // Ids may have holes.
    ring.push(events(11, 14));
    ring.push(events(15, 16));
    expect(ring.lastId).toBe(16);
    expect(ring.after(10)).toBeUndefined();
    expect(ids(ring.after(11))).toEqual([14, 15, 16]);
    expect(ids(ring.after(14))).toEqual([15, 16]);
    expect(ids(ring.after(16))).toEqual([]);
  });
});
