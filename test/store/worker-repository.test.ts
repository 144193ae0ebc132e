import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '../../src/store/migrate.js';
import { firstTables } from '../../src/store/migrations/0001-first-tables.js';
import { agentTables } from '../../src/store/migrations/0002-agents.js';
import type { Store } from '../../src/store/store.js';
import type { NewWorker } from '../../src/store/worker-record.js';
import { StoreBed } from './store-bed.js';

const now = new Date('2025-01-24T10:30:00.000Z');
let bed: StoreBed;
let store: Store;
beforeEach(async () => {
  bed = await StoreBed.make();
  store = await bed.open(() => now);
});
afterEach(async () => {
  await store.close();
  await bed[Symbol.asyncDispose]();
});

const worker: NewWorker = {
  name: 'api',
  host: 'local',
  tmux: { session: 'swarm-a1b2c3d4', window: 'api', socket: null },
  command: 'cat',
  state: 'starting',
};

describe('workers', () => {
  it('are in a session, a window and a socket, which is null for the default server [W26]', async () => {
    await store.workers.insert(worker);
    await store.workers.insert({
      ...worker,
      name: 'b',
      tmux: { ...worker.tmux, window: 'b', socket: 'test' },
    });
    const infos = (await store.workers.list()).map(({ tmux }) => tmux);
    expect(infos).toEqual([
      { session: 'swarm-a1b2c3d4', window: 'api', socket: null },
      { session: 'swarm-a1b2c3d4', window: 'b', socket: 'test' },
    ]);
    expect(await bed.rows('select session, "window", socket from workers order by name')).toEqual(infos);
  });

  it('come back as they were stored, with what nobody said left open', async () => {
    expect(await store.workers.insert(worker)).toEqual(await store.workers.get('api'));
    expect(await store.workers.get('api')).toEqual({
      ...worker,
      runId: undefined,
      paneId: undefined,
      recipe: undefined,
      envNames: [],
      cwd: undefined,
      tags: [],
      worktree: undefined,
      claim: undefined,
      createdAt: now,
      startedAt: now,
      stoppedAt: undefined,
      exit: undefined,
      respawns: 0,
    });
    const worktree = { path: '/w', branch: 'mux/api', repository: '/r', ownsBranch: true };
    const all = {
      runId: 'r1',
      paneId: '%3',
      recipe: 'sealed',
      envNames: ['A'],
      cwd: '/tmp',
      tags: ['x', 'y'],
      worktree,
      state: 'stopped',
      claim: 'me',
      stoppedAt: now,
      exit: { code: 137, signal: 'SIGKILL' },
      respawns: 2,
      tmux: { session: 's', window: 'w', socket: 'k' },
    } as const;
    await store.workers.update('api', all);
    expect(await store.workers.get('api')).toMatchObject(all);
    await store.workers.update('api', { exit: undefined, worktree: undefined, claim: undefined });
    expect(await store.workers.get('api')).toMatchObject({ exit: undefined, worktree: undefined });
  });

  it('have names that are given once', async () => {
    expect(await store.workers.insert(worker)).toBeDefined();
    expect(await store.workers.insert({ ...worker, command: 'other' })).toBeUndefined();
    expect(await store.workers.get('api')).toMatchObject({ command: 'cat' });
    expect(await store.workers.get('unknown')).toBeUndefined();
  });

  it('change and go only while what was read still holds', async () => {
    await store.workers.insert({ ...worker, state: 'stopped', runId: 'r1' });
    const starting = { state: 'starting', claim: 'a' } as const;
    expect(await store.workers.update('api', starting, { state: 'stopped', claim: 'b' })).toBe(false);
    expect(await store.workers.update('api', starting, { state: 'stopped', claim: null })).toBe(true);
    expect(await store.workers.update('api', { claim: 'b' }, { claim: null })).toBe(false);
    expect(await store.workers.update('api', starting, { state: 'stopped', runId: 'r1' })).toBe(false);
    expect(await store.workers.update('api', { runId: 'r2' }, { claim: 'b' })).toBe(false);
    expect(await store.workers.update('api', { runId: 'r2' }, { claim: 'a' })).toBe(true);
    expect(await store.workers.remove('api', { runId: 'r1' })).toBe(false);
    expect(await store.workers.remove('api', { runId: null })).toBe(false);
    expect(await store.workers.remove('api', { runId: 'r2' })).toBe(true);
    expect(await store.workers.remove('api')).toBe(false);
  });

  it('are listed by host, state and tag', async () => {
    await store.workers.insert({ ...worker, name: 'a', tags: ['red'], state: 'running' });
    await store.workers.insert({ ...worker, name: 'b', tags: ['red', 'big'], host: 'docker://box' });
    const names = async (filter: Parameters<typeof store.workers.list>[0]): Promise<string[]> =>
      (await store.workers.list(filter)).map(({ name }) => name);
    expect(await names({})).toEqual(['a', 'b']);
    expect(await names({ host: 'docker://box' })).toEqual(['b']);
    expect(await names({ state: 'running' })).toEqual(['a']);
    expect(await names({ tag: 'red' })).toEqual(['a', 'b']);
    expect(await names({ tag: 'big' })).toEqual(['b']);
    expect(await names({ tag: 're' })).toEqual([]);
  });

  it('have their table added to a database of an earlier version', async () => {
    await using old = await StoreBed.make();
    const engine = await old.engine();
    await migrate(engine, () => now, [firstTables, agentTables]);
    await engine.close();
    await using upgraded = await old.open();
    expect(await upgraded.workers.insert(worker)).toMatchObject({ name: 'api' });
  });
});
