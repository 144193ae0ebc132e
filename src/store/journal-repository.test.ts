import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from './open-store.js';
import type { Store } from './store.js';

let folder: string;
let store: Store;
let now: Date;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muxwright-store-'));
  now = new Date('2025-01-24T10:30:00.000Z');
  store = await openStore({ path: join(folder, 'muxwright.db'), clock: () => now });
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

const run = { id: 'a', host: 'local', sessionId: 'main', windowName: 'auto:a', command: 'make' };

describe('the journal', () => {
  it('tells of a run when it has a pane, of each question once, and of its end', async () => {
    await store.runs.insert(run);
    await store.runs.update('a', { paneId: '%3' });
    await store.runs.update('a', { paneId: '%3' });
    const asks = {
      state: 'waiting-for-input',
      prompt: 'Name?',
      source: 'kernel',
      confidence: 'certain',
    } as const;
    const goesOn = { state: 'running', source: 'kernel', confidence: 'certain' } as const;
    expect(await store.events.status('a', goesOn)).toBe(false);
    expect(await store.events.status('a', asks)).toBe(true);
    expect(await store.events.status('a', { ...asks, source: 'detector' })).toBe(false);
    expect(await store.journal.marks('run ')).toMatchObject([{ key: 'run a', data: { prompt: 'Name?' } }]);
    expect(await store.events.status('a', goesOn)).toBe(true);
    expect(await store.runs.finish('a', { exitCode: 2 })).toBe(true);
    expect(await store.runs.finish('a', { exitCode: 3 })).toBe(false);
    expect(await store.events.status('a', asks)).toBe(false);
    const events = await store.journal.since(0, { targets: ['a'] });
    expect(
      events.map(({ type, data }) => [type, data.state ?? data.prompt ?? data.code ?? data.command]),
    ).toEqual([
      ['run_started', 'make'],
      ['run_status', 'waiting-for-input'],
      ['run_prompt', 'Name?'],
      ['run_status', 'running'],
      ['run_exit', 2],
    ]);
    expect(events[0]).toMatchObject({ host: 'local', target: 'a', paneId: '%3', at: now });
    expect((await store.runs.get('a'))?.prompts).toBe(1);
    expect(await store.journal.marks('run ')).toEqual([]);
  });

  it('filters, goes on from any id, and forgets what is too old but for the last', async () => {
    const first = await store.journal.append({ type: 'inbox', data: { count: 1 } });
    const second = await store.journal.append({ type: 'sessions', host: 'local' });
    expect((await store.journal.since(first)).map(({ id }) => id)).toEqual([second]);
    expect((await store.journal.since(0, { types: ['inbox'] })).map(({ id }) => id)).toEqual([first]);
    expect((await store.journal.since(0, { host: 'local' })).map(({ id }) => id)).toEqual([second]);
    now = new Date('2025-03-01T00:00:00.000Z');
    const third = await store.journal.append({ type: 'inbox' });
    expect(await store.journal.oldestId()).toBe(third);
    expect(await store.journal.lastId()).toBe(third);
  });

  it('is told of what another connection has committed', async () => {
    const other = await openStore({ path: store.path });
    try {
      const told = new Promise<void>((resolve) => {
        const stop = store.journal.watch(() => {
          stop();
          resolve();
        });
      });
      const id = await other.journal.append({ type: 'inbox' });
      await told;
      expect(await store.journal.lastId()).toBe(id);
    } finally {
      await other.close();
    }
  });
});
