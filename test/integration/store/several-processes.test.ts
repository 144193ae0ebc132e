import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../src/store/open-store.js';
import { SqliteDatabase } from '../../../src/store/sqlite/sqlite-database.js';
import { compiledSource } from '../compiled-source.js';
import { StoreProcess, together } from './store-process.js';

const PROCESSES = 8;

const source = await compiledSource();

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muxwright-store-'));
  path = join(folder, 'state', 'muxwright.db');
});
afterEach(() => rm(folder, { recursive: true }));

describe('several processes on one store', () => {
  it('make a new database together, with one schema and one key, and lose nothing', async () => {
    const processes = numbers(PROCESSES).map(
      (number) => new StoreProcess({ source, path, job: 'fill', number }),
    );
    expect(await together(processes)).toEqual(numbers(PROCESSES).map(() => 'filled'));
    await using store = await openStore({ path });
    expect(await store.runs.count()).toBe(1 + PROCESSES * 25);
    expect(await store.runs.get('shared')).toMatchObject({ prompts: PROCESSES * 25 });
    const events = await store.events.since(0, { limit: 1000 });
    expect(events.map(({ id }) => id)).toEqual(numbers(PROCESSES * 50).map((number) => number + 1));
    for (const number of numbers(PROCESSES)) {
      const credential = await store.credentials.get({ agent: 'test', name: `p${number}` });
      expect(credential?.value).toBe(`secret of p${number}`);
    }
    expect((await readdir(join(folder, 'state'))).filter((name) => name.startsWith('credentials'))).toEqual([
      'credentials.key',
    ]);
  });

  it('finish a run once, and leave its cursor at the furthest', async () => {
    await using store = await openStore({ path });
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
    const processes = numbers(PROCESSES).map(
      (number) => new StoreProcess({ source, path, job: 'finish', number }),
    );
    const won = (await together(processes)) as number[][];
    expect(won.flat().sort((a, b) => a - b)).toEqual(numbers(50));
    for (const [exitCode, runs] of won.entries()) {
      for (const run of runs) {
        expect(await store.runs.get(`r${run}`)).toMatchObject({ exitCode, lastCursor: 10 + PROCESSES - 1 });
      }
    }
  });

  it('make one agent of a session, with one pane, and change its state once', async () => {
    const processes = numbers(PROCESSES).map(
      (number) => new StoreProcess({ source, path, job: 'agents', number }),
    );
    const won = (await together(processes)) as number[][];
    expect(won.flat().sort((a, b) => a - b)).toEqual(numbers(20));
    await using store = await openStore({ path });
    const agents = await store.agents.list();
    expect(agents).toHaveLength(20);
    for (const { id, state } of agents) {
      expect(state).toBe('PROCESSING');
      expect(await store.turns.list(id)).toHaveLength(PROCESSES);
    }
    expect(await store.agentEvents.since(0)).toHaveLength(20);
  });

  it('are told of each event when it can be read, and not only before', { timeout: 120_000 }, async () => {
    await using store = await openStore({ path });
    const process = new StoreProcess({ source, path, job: 'hear' });
    onTestFinished(() => process.kill());
    await process.line();
    process.begin();
    expect(await process.line()).toBe('watching');
    // Nothing is written until it has said so: who looks too early, and is not told again, never does.
    for (const n of numbers(300)) {
      const id = await store.journal.append({ type: 'inbox', data: { n } });
      expect(await process.line()).toBe(String(id));
    }
  });

  it('leave a sound database when they are killed in the midst of writing', async () => {
    for (let round = 0; round < 5; round++) {
      const processes = numbers(3).map((number) => new StoreProcess({ source, path, job: 'write', number }));
      for (const process of processes) {
        await process.line();
        process.begin();
      }
      for (const process of processes) expect(await process.line()).toBe('writing');
      await Promise.all(processes.map((process) => process.kill()));
      await using store = await openStore({ path });
      const id = `after-${round}`;
      await store.runs.insert({
        id,
        host: 'local',
        sessionId: 'main',
        windowName: 'auto:x',
        command: 'make',
      });
      using database = new SqliteDatabase(path);
      expect(database.query('pragma integrity_check').rows).toEqual([{ integrity_check: 'ok' }]);
      expect(database.query('pragma foreign_key_check').rows).toEqual([]);
    }
  });
});

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, number) => number);
}
