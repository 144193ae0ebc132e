import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { type JournalCursor, JournalPlace } from '../../../src/store/journal-place.js';
import { SqliteDatabase } from '../../../src/store/sqlite/sqlite-database.js';
import { StoreBed } from '../../store/store-bed.js';
import { compiledSource } from '../compiled-source.js';
import { StoreProcess, together } from './store-process.js';

// Most of the time goes into starting them, and the other kind of database has its turn, too.
const PROCESSES = (inject('postgres') as string | undefined) === undefined ? 8 : 4;

const source = await compiledSource();

let bed: StoreBed;
beforeEach(async () => {
  bed = await StoreBed.make();
});
afterEach(() => bed[Symbol.asyncDispose]());

function start(job: string, number = 0): StoreProcess {
  return new StoreProcess({ source, path: bed.address, home: join(bed.folder, 'state'), job, number });
}

describe('several processes on one store', () => {
  it('make a new database together, with one schema and one key, and lose nothing', async () => {
    const processes = numbers(PROCESSES).map((number) => start('fill', number));
    expect(await together(processes)).toEqual(numbers(PROCESSES).map(() => 'filled'));
    await using store = await bed.open();
    expect(await store.runs.count()).toBe(1 + PROCESSES * 25);
    expect(await store.runs.get('shared')).toMatchObject({ prompts: PROCESSES * 25 });
    const events = await store.events.since(0, { limit: 1000 });
    expect(events.map(({ id }) => id)).toEqual(numbers(PROCESSES * 50).map((number) => number + 1));
    for (const number of numbers(PROCESSES)) {
      const credential = await store.credentials.get({ agent: 'test', name: `p${number}` });
      expect(credential?.value).toBe(`secret of p${number}`);
    }
    expect(
      (await readdir(join(bed.folder, 'state'))).filter((name) => name.startsWith('credentials')),
    ).toEqual(['credentials.key']);
  });

  it('finish a run once, and leave its cursor at the furthest', async () => {
    await using store = await bed.open();
    const ids = numbers(50).map((number) => `r${number}`);
    for (const id of ids) {
      await store.runs.insert({
        id,
        host: 'local',
        sessionId: 'main',
        windowName: `auto:${id}`,
        command: 'make',
      });
    }
    const processes = numbers(PROCESSES).map((number) => start('finish', number));
    const won = (await together(processes)) as number[][];
    expect(won.flat().sort((a, b) => a - b)).toEqual(numbers(50));
    for (const [exitCode, runs] of won.entries()) {
      for (const run of runs) {
        expect(await store.runs.get(`r${run}`)).toMatchObject({ exitCode, lastCursor: 10 + PROCESSES - 1 });
      }
    }
  });

  it('make one agent of a session, with one pane, and change its state once', async () => {
    const processes = numbers(PROCESSES).map((number) => start('agents', number));
    const won = (await together(processes)) as number[][];
    expect(won.flat().sort((a, b) => a - b)).toEqual(numbers(20));
    await using store = await bed.open();
    const agents = await store.agents.list();
    expect(agents).toHaveLength(20);
    for (const { id, state } of agents) {
      expect(state).toBe('PROCESSING');
      expect(await store.turns.list(id)).toHaveLength(PROCESSES);
    }
    expect(await store.agentEvents.since(0)).toHaveLength(20);
  });

  it('are told of each event when it can be read, and not only before', { timeout: 120_000 }, async () => {
    await using store = await bed.open();
    // Gone before its database is.
    await using process = start('hear');
    await process.line();
    process.begin();
    expect(await process.line()).toBe('watching');
    // Nothing is written until it has said so: who looks too early, and is not told again, never does.
    for (const n of numbers(300)) {
      const id = await store.journal.append({ type: 'inbox', data: { n } });
      expect(await process.line()).toBe(String(id));
    }
  });

  it('lose no event for a reader who goes on after the last one that he has seen', async () => {
    await using store = await bed.open();
    const seen: JournalCursor[] = [];
    let reading = Promise.resolve();
    const stop = store.journal.watch(() => {
      reading = reading.then(async () => {
        for (const { id } of await store.journal.since(seen.at(-1) ?? 0)) seen.push(id);
      });
    });
    await together(numbers(PROCESSES).map((number) => start('append', number)));
    await expect.poll(() => seen.length).toBe(PROCESSES * 100);
    const seqs = seen.map((id) => JournalPlace.parse(id).positions[0]?.seq);
    expect(seqs).toEqual(numbers(PROCESSES * 100).map((number) => number + 1));
    stop();
    await reading;
  });

  it('leave a sound database when they are killed in the midst of writing', async () => {
    for (let round = 0; round < 5; round++) {
      const processes = numbers(3).map((number) => start('write', number));
      for (const process of processes) {
        await process.line();
        process.begin();
      }
      for (const process of processes) expect(await process.line()).toBe('writing');
      await Promise.all(processes.map((process) => process.kill()));
      await using store = await bed.open();
      const id = `after-${round}`;
      await store.runs.insert({
        id,
        host: 'local',
        sessionId: 'main',
        windowName: 'auto:x',
        command: 'make',
      });
      if (bed.isPostgres) continue;
      using database = new SqliteDatabase(bed.path);
      expect(database.query('pragma integrity_check').rows).toEqual([{ integrity_check: 'ok' }]);
      expect(database.query('pragma foreign_key_check').rows).toEqual([]);
    }
  });
});

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, number) => number);
}
