import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { JournalCursor } from '../../src/store/journal-place.js';
import { openStore } from '../../src/store/open-store.js';
import { connectPg } from '../../src/store/postgres/connect-pg.js';
import type { PgClient } from '../../src/store/postgres/load-pg.js';
import type { Store } from '../../src/store/store.js';
import { StoreBed } from '../store/store-bed.js';
import { ask } from './databases.js';
import { PostgresServer } from './postgres-server.js';

let bed: StoreBed;
let store: Store;
beforeEach(async () => {
  bed = await StoreBed.make();
  store = await bed.open();
});
afterEach(async () => {
  await store.close();
  await bed[Symbol.asyncDispose]();
});

const run = { id: 'r1', host: 'local', sessionId: 'main', windowName: 'auto:r1', command: 'make' };

/** Ends the connections of others to the database that fit. */
async function cut(condition = 'true'): Promise<number> {
  const rows = await ask(
    bed.address,
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and ${condition}`,
  );
  return rows.length;
}

/** Resolves when so many connections wait for a lock that somebody holds. */
async function waiting(count = 1): Promise<void> {
  await expect
    .poll(async () => {
      const rows = await ask(
        bed.address,
        `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length;
    })
    .toBe(count);
}

async function otherClient(): Promise<PgClient> {
  const client = await connectPg(bed.address);
  onTestFinished(() => client.end());
  return client;
}

/** Hears of events as a process does that goes on after the last one that it has seen. */
function listen(to: Store): JournalCursor[] {
  const seen: JournalCursor[] = [];
  let last = Promise.resolve();
  const stop = to.journal.watch(() => {
    last = last
      .then(async () => {
        for (const { id } of await to.journal.since(seen.at(-1) ?? 0)) seen.push(id);
      })
      .catch(() => {});
  });
  onTestFinished(async () => {
    stop();
    await last;
  });
  return seen;
}

describe('a connection that is cut', () => {
  it('is made anew for the next read and the next write', async () => {
    await store.runs.insert(run);
    expect(await cut()).toBe(1);
    expect(await store.runs.get('r1')).toMatchObject(run);
    expect(await cut()).toBe(1);
    expect(await store.runs.advanceCursor('r1', 7)).toBe(true);
    expect(await cut()).toBe(1);
    expect(await store.runs.finish('r1', { exitCode: 0 })).toBe(true);
  });

  it('does a transaction again that the server has taken back', async () => {
    bed.isSpoilt = true;
    await store.runs.insert({ ...run, paneId: '%1' });
    for (const statement of [
      'create sequence muxwright.tries',
      `create function muxwright.meet() returns trigger language plpgsql as
       $$ begin if nextval('muxwright.tries') < 3 then raise deadlock_detected; end if; return new; end $$`,
      `create trigger meet before update on muxwright.automation_runs for each row execute function muxwright.meet()`,
    ])
      await ask(bed.address, statement);
    expect(await store.runs.finish('r1', { exitCode: 3 })).toBe(true);
    expect(await ask(bed.address, 'select last_value::int as tries from muxwright.tries')).toEqual([
      { tries: 3 },
    ]);
    expect(await store.journal.since(0, { types: ['run_exit'] })).toHaveLength(1);
  });

  it('is not left within a transaction that waited and was cancelled', async () => {
    await store.runs.insert({ ...run, paneId: '%1' });
    const other = await otherClient();
    await other.query({ text: 'begin; select id from journal_streams for update' });
    const inserted = expect(store.runs.insert({ ...run, id: 'r2', paneId: '%2' })).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
    });
    await waiting();
    await ask(
      bed.address,
      `select pg_cancel_backend(pid) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    await inserted;
    expect(await store.runs.get('r2')).toBeUndefined();
    await other.query({ text: 'commit' });
    expect(await store.runs.insert({ ...run, id: 'r2', paneId: '%2' })).toMatchObject({ id: 'r2' });
    expect((await store.journal.since(0)).map(({ seq }) => seq)).toEqual([1, 2]);
  });

  it('fails what was under way, of which nothing is left, and the next call works', async () => {
    await store.runs.insert(run);
    const other = await otherClient();
    await other.query({ text: `begin; update automation_runs set bytes = 1 where id = 'r1'` });
    const finished = store.runs.finish('r1', { exitCode: 3 });
    const failure = expect(finished).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringContaining('cut the connection'),
    });
    await waiting();
    expect(await cut(`wait_event_type = 'Lock'`)).toBe(1);
    await failure;
    await other.query({ text: 'commit' });
    expect(await store.runs.get('r1')).toMatchObject({ state: 'running', bytes: 1 });
    expect(await store.journal.since(0, { types: ['run_exit'] })).toEqual([]);
    expect(await store.runs.finish('r1', { exitCode: 4 })).toBe(true);
    expect(await store.runs.get('r1')).toMatchObject({ exitCode: 4 });
  });

  it('that listens is made anew, and what was told meanwhile is heard', async () => {
    const seen = listen(store);
    await using other = await bed.open();
    const told = [await other.journal.append({ type: 'inbox' })];
    await expect.poll(() => seen).toEqual(told);
    for (let round = 0; round < 5; round++) {
      // All of them at once: that of who listens, and those that read and write.
      expect(await cut()).toBeGreaterThanOrEqual(2);
      for (let i = 0; i < 3; i++) told.push(await other.journal.append({ type: 'inbox', data: { i } }));
      await expect.poll(() => seen).toEqual(told);
    }
  });

  it('does not keep others waiting where a process was stopped in the midst of a transaction', async () => {
    const other = await otherClient();
    await other.query({ text: 'set idle_in_transaction_session_timeout = 300' });
    await other.query({ text: 'begin; select pg_advisory_xact_lock(7887339386193930088)' });
    expect(await store.runs.insert(run)).toMatchObject(run);
  });
});

describe('a server that is started again', () => {
  it('is waited for by those who use it, and nothing is missed', async () => {
    await using server = await PostgresServer.make();
    const place = { path: bed.path, url: server.url('postgres') };
    await using one = await openStore(place);
    await using two = await openStore(place);
    const seen = listen(one);
    const first = await two.journal.append({ type: 'inbox' });
    await expect.poll(() => seen).toEqual([first]);
    await server.stop();
    // Asked while nobody answers.
    const second = two.journal.append({ type: 'sessions', host: 'local' });
    const last = one.journal.lastId();
    await server.start();
    expect([first, await second]).toContain(await last);
    await expect.poll(() => seen).toEqual([first, await second]);
    await server.stop();
    await expect(openStore(place)).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringContaining('no server answers'),
    });
  });
});
