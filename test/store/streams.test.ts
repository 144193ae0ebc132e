import { afterEach, beforeEach, expect, it } from 'vitest';
import { allMigrations, migrate } from '../../src/store/migrate.js';
import type { Store } from '../../src/store/store.js';
import { StoreBed } from './store-bed.js';

const AT = '2025-01-24T10:30:00.000Z';
const now = (): Date => new Date('2025-01-24T11:00:00.000Z');

let bed: StoreBed;
let store: Store | undefined;
beforeEach(async () => {
  bed = await StoreBed.make();
  const engine = await bed.engine();
  await migrate(engine, now, allMigrations.slice(0, 11));
  await engine.close();
});
afterEach(async () => {
  await store?.close();
  await bed[Symbol.asyncDispose]();
});

/** As the version before writes it. */
async function written(type: string, more: { machine?: string; listed?: number } = {}): Promise<void> {
  const { machine = '', listed = 1 } = more;
  const values = [AT, type, `{"of":"${machine}"}`, machine, listed];
  await bed.rows('insert into journal (at, type, data, machine, listed) values (?, ?, ?, ?, ?)', values);
}

it('has all events of before streams once, in their order, for readers of any age', async () => {
  await written('run_prompt', { listed: 0 });
  for (const machine of ['', 'ann@a', 'bob@b', 'ann@a']) await written('inbox', { machine });
  store = await bed.open(now);
  expect((await store.journal.since(0)).map(({ id }) => id)).toEqual([2, 3, 4, 5]);
  expect((await store.journal.since(3)).map(({ data }) => data.of)).toEqual(['bob@b', 'ann@a']);
  expect([await store.journal.oldestId(), await store.journal.lastId()]).toEqual([2, 5]);
  const next = await store.journal.append({ type: 'sessions', host: 'local' });
  expect(next).toBe(bed.isPostgres ? '1-1' : 6);
  // A reader that was given its id by the version before.
  const after = await store.journal.since(4);
  expect(after.map(({ id }) => id)).toEqual(bed.isPostgres ? [5, '5.1-1'] : [5, 6]);
  expect(await store.journal.since(after.at(-1)?.id ?? 0)).toEqual([]);
});

it('has what a process of the version before still writes in the stream of its machine', async () => {
  store = await bed.open(now);
  const machine = bed.isPostgres ? 'old@host' : '';
  await store.journal.append({ type: 'inbox' });
  await written('sessions', { machine });
  await written('inbox', { machine });
  const events = await store.journal.since(0);
  expect(events.map(({ type, seq }) => [type, seq])).toEqual(
    bed.isPostgres
      ? [
          ['inbox', 1],
          ['sessions', 1],
          ['inbox', 2],
        ]
      : [
          ['inbox', 1],
          ['sessions', 2],
          ['inbox', 3],
        ],
  );
});

it('of an empty journal begins at 0', async () => {
  store = await bed.open(now);
  expect(await store.journal.lastId()).toBe(0);
  expect(await store.journal.since(0)).toEqual([]);
  await expect(store.journal.since('yesterday')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
});
