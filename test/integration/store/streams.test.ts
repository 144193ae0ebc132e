import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { BaseRuntime } from '../../../src/operations/base-runtime.js';
import { EventFeed } from '../../../src/operations/events/event-feed.js';
import { EventFilter } from '../../../src/operations/events/event-filter.js';
import { type FeedItem, followJournal } from '../../../src/operations/events/follow-journal.js';
import type { JournalEvent } from '../../../src/store/journal-event.js';
import { type JournalCursor, JournalPlace } from '../../../src/store/journal-place.js';
import { openStore } from '../../../src/store/open-store.js';
import type { Store } from '../../../src/store/store.js';
import { patience } from '../../patience.js';
import { randomFrom } from '../../random-from.js';
import { sized } from '../../soak.js';
import { StoreBed } from '../../store/store-bed.js';
import { compiledSource } from '../compiled-source.js';
import { StoreProcess } from './store-process.js';

const source = await compiledSource();
const HOUR_MS = 3_600_000;

let bed: StoreBed;
beforeEach(async () => {
  bed = await StoreBed.make();
});
/** The last first; behind them goes the database. */
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await bed[Symbol.asyncDispose]();
});

function open(machine: string, clock?: () => Date): Promise<Store> {
  const address = bed.isPostgres ? { url: bed.address, machine } : {};
  return openStore({ path: bed.path, ...address, clock });
}

/** A server, as far as readers of the journal know it. */
async function serve(machine: string): Promise<EventFeed> {
  const store = await open(machine);
  // Watches nothing itself: it only reads.
  const feed = new EventFeed({} as BaseRuntime, store);
  closing.push(async () => {
    await feed.close();
    await store.close();
  });
  await feed.open();
  return feed;
}

/** A reader that is cut off after so many events as chance has it, and continues at any server with its last id. */
class CutReader {
  readonly events: JournalEvent[] = [];
  readonly missed: FeedItem[] = [];
  last: JournalCursor = 0;
  readonly #ending = new AbortController();
  readonly #reading: Promise<void>;

  constructor(servers: readonly EventFeed[], random: () => number) {
    this.#reading = this.#read(servers, random);
  }

  /** Resolves when it has everything up to a place. */
  async has(place: JournalPlace): Promise<void> {
    const covers = (): boolean => JournalPlace.parse(this.last).covers(place);
    await expect.poll(covers, { timeout: patience.timeoutMs }).toBe(true);
    this.#ending.abort();
    await this.#reading;
  }

  async #read(servers: readonly EventFeed[], random: () => number): Promise<void> {
    while (!this.#ending.signal.aborted) {
      const server = servers[Math.floor(random() * servers.length)] ?? servers[0];
      if (!server) return;
      const cut = new AbortController();
      const signal = AbortSignal.any([cut.signal, this.#ending.signal]);
      // Not only where it is given something: it may wait.
      const timer = setTimeout(() => cut.abort(), 300 * random());
      let left = 1 + Math.floor(40 * random());
      for await (const item of followJournal(server, new EventFilter(), { since: this.last, signal })) {
        if (item.kind === 'missed') this.missed.push(item);
        else {
          this.events.push(item.event);
          this.last = item.event.id;
        }
        if (--left === 0) break;
      }
      clearTimeout(timer);
    }
  }
}

/** Writes until it is killed, and starts again under the same name; what was acknowledged is the answer. */
async function writeAndDie(machine: string, skewMs: number, random: () => number): Promise<string[]> {
  const acknowledged: string[] = [];
  for (let round = 0; round < sized(2, 10); round++) {
    await using process = new StoreProcess({
      ...{ source, path: bed.address, home: join(bed.folder, 'state'), job: 'tell' },
      ...{ machine, skewMs },
    });
    await process.line();
    process.begin();
    for (let left = 5 + Math.floor(20 * random()); left > 0; left--) acknowledged.push(await process.line());
  }
  return acknowledged;
}

function byStream(
  events: readonly { readonly stream?: unknown; readonly seq?: unknown }[],
): Map<unknown, unknown[]> {
  const streams = new Map<unknown, unknown[]>();
  for (const { stream, seq } of events) streams.set(stream, [...(streams.get(stream) ?? []), seq]);
  return streams;
}

it('has every event exactly once in the order of its stream for readers that are cut, while writers are killed', async () => {
  const seed = randomInt(2 ** 31);
  const random = randomFrom(seed);
  const servers = await Promise.all(['ann@s1', 'ann@s2', 'ann@s3'].map(serve));
  const readers = Array.from({ length: 4 }, () => new CutReader(servers, random));
  const writers = [
    ['bob@w1', 0],
    ['bob@w1', 0],
    ['bob@w2', HOUR_MS],
    ['bob@w3', -HOUR_MS],
  ] as const;
  const written = await Promise.all(writers.map(([machine, skewMs]) => writeAndDie(machine, skewMs, random)));
  const store = await open('ann@s1');
  closing.push(() => store.close());
  const { last } = await store.journal.span();
  expect(last.positions, `seed ${seed}`).toHaveLength(bed.isPostgres ? 3 : 1);
  const stored = byStream(await bed.rows('select stream, seq from journal order by seq'));
  for (const reader of readers) {
    await reader.has(last);
    expect(reader.missed, `seed ${seed}`).toEqual([]);
    expect(byStream(reader.events), `seed ${seed}`).toEqual(stored);
    const ends = new Set(reader.events.flatMap(({ type, target }) => (type === 'run_exit' ? [target] : [])));
    expect(written.flat().filter((id) => !ends.has(id))).toEqual([]);
  }
});

it('tells each reader what is forgotten of which stream, and where it continues', async () => {
  let now = new Date('2025-01-24T10:30:00.000Z');
  const stores = await Promise.all(['ann@a', 'ann@b'].map((machine) => open(machine, () => now)));
  closing.push(async () => {
    for (const store of stores) await store.close();
  });
  const [one, two] = stores as [Store, Store];
  for (let i = 0; i < 3; i++) for (const store of stores) await store.journal.append({ type: 'inbox' });
  const [, , third] = await one.journal.since(0);
  const since = third?.id ?? 0;
  now = new Date(now.getTime() + 15 * 24 * HOUR_MS);
  await one.journal.append({ type: 'sessions' });
  // The other machine writes no more.
  await one.journal.tidy();
  await two.journal.append({ type: 'sessions' });
  const server = await serve('ann@s1');
  const ending = new AbortController();
  const items: FeedItem[] = [];
  for await (const item of followJournal(server, new EventFilter(), { since, signal: ending.signal })) {
    items.push(item);
    if (items.length === 3) break;
  }
  const missed = bed.isPostgres ? { from: '1-3.2-2', to: '1-3.2-3' } : { from: 4, to: 6 };
  expect(items[0]).toEqual({ kind: 'missed', missed: { ...missed, reason: 'forgotten' } });
  const rest = items.slice(1).flatMap((item) => (item.kind === 'event' ? [item.event.id] : []));
  expect(rest).toEqual(bed.isPostgres ? ['1-4.2-3', '1-4.2-4'] : [7, 8]);
  // Who asks from the beginning gets what there is, and misses nothing.
  for await (const item of followJournal(server, new EventFilter(), { since: 0, signal: ending.signal })) {
    expect(item).toMatchObject({ kind: 'event', event: { type: 'sessions' } });
    break;
  }
});

it('tells a reader that comes with the id of another journal, and continues with the newest', async () => {
  const server = await serve('ann@s1');
  const store = await open('ann@w1');
  closing.push(() => store.close());
  const first = await store.journal.append({ type: 'inbox' });
  const { signal } = new AbortController();
  const items = followJournal(server, new EventFilter(), { since: '900.7-12', signal });
  const { last } = await store.journal.span();
  const missed = { from: '901.7-13', to: bed.isPostgres ? 0 : 1, reason: 'reset' };
  expect((await items.next()).value).toEqual({ kind: 'missed', missed });
  if (bed.isPostgres) expect((await items.next()).value).toMatchObject({ event: { id: first } });
  const second = await store.journal.append({ type: 'sessions' });
  expect((await items.next()).value).toMatchObject({ event: { type: 'sessions', id: second } });
  expect(last.cursor).toBe(first);
  await items.return();
});
