import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../src/store/store.js';
import { StoreBed } from './store-bed.js';

let bed: StoreBed;
let store: Store;
const now = new Date('2025-01-24T10:30:00.000Z');
beforeEach(async () => {
  bed = await StoreBed.make();
  store = await bed.open(() => now);
  for (const id of ['a', 'b']) {
    await store.runs.insert({
      id,
      host: 'local',
      sessionId: 'main',
      windowName: `auto:${id}`,
      command: 'make',
    });
  }
});
afterEach(async () => {
  await store.close();
  await bed[Symbol.asyncDispose]();
});

describe('events', () => {
  it('are given back from any point on, of one run or of all', async () => {
    const first = await store.events.append('a', 'status', { state: 'running' });
    const second = await store.events.append('b', 'prompt', { text: 'Name: ' });
    const third = await store.events.append('a', 'exit', { exitCode: 0 });
    expect(first).toEqual({ id: 1, runId: 'a', at: now, type: 'status', data: { state: 'running' } });
    expect(await store.events.since(0)).toEqual([first, second, third]);
    expect(await store.events.since(first.id)).toEqual([second, third]);
    expect(await store.events.since(0, { runId: 'a' })).toEqual([first, third]);
    expect(await store.events.since(0, { limit: 1 })).toEqual([first]);
    expect(await store.events.since(third.id)).toEqual([]);
  });

  it('go with their run, and their ids are not given again', async () => {
    await store.events.append('a', 'status');
    await store.events.append('b', 'status');
    await store.runs.remove(['b']);
    expect((await store.events.since(0)).map(({ id }) => id)).toEqual([1]);
    expect(await store.events.append('a', 'exit')).toMatchObject({ id: 3, data: {} });
  });

  it('count the prompts of their run', async () => {
    await store.events.append('a', 'prompt', { text: 'one' });
    await store.events.append('a', 'prompt', { text: 'two' });
    await store.events.append('a', 'fault', { reason: 'ENOSPC' });
    expect(await store.runs.get('a')).toMatchObject({ prompts: 2 });
    expect(await store.runs.get('b')).toMatchObject({ prompts: 0 });
  });

  it('need a run', async () => {
    for (const type of ['status', 'prompt']) {
      await expect(store.events.append('none', type)).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' });
    }
    expect(await store.events.since(0)).toEqual([]);
  });
});
