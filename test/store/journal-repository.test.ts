import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../src/store/store.js';
import { StoreBed } from './store-bed.js';

let bed: StoreBed;
let store: Store;
let now: Date;
beforeEach(async () => {
  bed = await StoreBed.make();
  now = new Date('2025-01-24T10:30:00.000Z');
  store = await bed.open(() => now);
});
afterEach(async () => {
  await store.close();
  await bed[Symbol.asyncDispose]();
});

const run = { id: 'a', host: 'local', sessionId: 'main', windowName: 'auto:a', command: 'make' };

const asks = {
  state: 'waiting-for-input',
  prompt: 'Name?',
  source: 'kernel',
  confidence: 'certain',
} as const;
const goesOn = { state: 'running', source: 'kernel', confidence: 'certain' } as const;

describe('the journal', () => {
  it('tells of a run when it has a pane, of each question once, and of its end', async () => {
    await store.runs.insert(run);
    await store.runs.update('a', { paneId: '%3' });
    await store.runs.update('a', { paneId: '%3' });
    expect(await store.events.status('a', goesOn, 0)).toBe(false);
    expect(await store.events.status('a', asks, 0)).toBe(true);
    expect(await store.events.status('a', { ...asks, source: 'detector' }, 0)).toBe(false);
    expect((await store.runs.get('a'))?.asks).toMatchObject({ prompt: 'Name?' });
    expect(await store.events.status('a', goesOn, 0)).toBe(true);
    expect(await store.runs.finish('a', { exitCode: 2 })).toBe(true);
    expect(await store.runs.finish('a', { exitCode: 3 })).toBe(false);
    expect(await store.events.status('a', asks, 0)).toBe(false);
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
    expect((await store.runs.get('a'))?.asks).toBeUndefined();
  });

  describe('of a run that several watch', () => {
    beforeEach(async () => {
      await store.runs.insert(run);
      await store.runs.update('a', { paneId: '%3' });
      await store.events.status('a', asks, 0);
    });
    const told = async (): Promise<unknown[]> => {
      const events = await store.journal.since(0, { types: ['run_status', 'run_exit'] });
      return events.map(({ type, data }) => data.prompt ?? data.state ?? type);
    };

    it('says nothing that was seen before an answer, when it comes after it', async () => {
      expect(await store.events.answered('a', 1)).toBe(true);
      expect(await store.events.status('a', asks, 0)).toBe(false);
      expect(await store.events.status('a', asks, 1)).toBe(true);
      expect(await store.events.status('a', goesOn, 0)).toBe(false);
      expect(await told()).toEqual(['Name?', 'running', 'Name?']);
    });

    it('says of an answer once that it was given, whoever notices', async () => {
      expect(await store.events.answered('a', 1)).toBe(true);
      expect(await store.events.status('a', asks, 1)).toBe(true);
      expect(await store.events.answered('a', 1)).toBe(false);
      expect(await told()).toEqual(['Name?', 'running', 'Name?']);
    });

    it('says that it went on, where it asks the same again after an answer that nobody told of', async () => {
      expect(await store.events.status('a', asks, 1)).toBe(true);
      expect(await store.events.status('a', asks, 1)).toBe(false);
      expect(await told()).toEqual(['Name?', 'running', 'Name?']);
      expect(await store.events.status('a', goesOn, 2)).toBe(true);
      expect(await told()).toEqual(['Name?', 'running', 'Name?', 'running']);
    });

    it('takes what is typed behind a question for no other question', async () => {
      expect(await store.events.status('a', { ...asks, prompt: 'Name? Ad' }, 0)).toBe(false);
      expect(await store.events.status('a', asks, 0)).toBe(false);
      expect((await store.runs.get('a'))?.asks).toMatchObject({ prompt: 'Name?' });
      expect(await store.events.status('a', { ...asks, prompt: 'Age?' }, 0)).toBe(true);
      expect(await told()).toEqual(['Name?', 'Age?']);
    });

    it('believes its eyes again where an answer could not be sent', async () => {
      await store.events.answered('a', 1);
      await store.events.takeBack('a', 1);
      expect(await store.events.status('a', asks, 0)).toBe(true);
      expect(await told()).toEqual(['Name?', 'running', 'Name?']);
    });

    it('believes them, too, where who wanted to answer was killed before', async () => {
      await store.events.answered('a', 1);
      now = new Date(now.getTime() + 30_000);
      expect(await store.events.status('a', asks, 0)).toBe(false);
      now = new Date(now.getTime() + 31_000);
      expect(await store.events.status('a', asks, 0)).toBe(true);
    });

    it('says nothing of it any more when it has ended', async () => {
      await store.runs.finish('a', { exitCode: 0 });
      expect(await store.events.answered('a', 1)).toBe(false);
      expect(await store.events.status('a', asks, 1)).toBe(false);
      expect(await told()).toEqual(['Name?', 'run_exit']);
    });
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

  it('keeps what belongs to a run for as long as there is the run, for those who ask for it', async () => {
    await store.runs.insert({ ...run, paneId: '%3' });
    await store.events.status('a', asks, 0);
    await store.runs.finish('a', { exitCode: 0 });
    now = new Date('2025-03-01T00:00:00.000Z');
    const last = await store.journal.append({ type: 'sessions', host: 'local' });
    expect((await store.journal.since(0)).map(({ id }) => id)).toEqual([last]);
    expect((await store.events.since(0)).map(({ type }) => type)).toEqual(['prompt', 'exit']);
    expect((await store.metrics.snapshot()).types).toMatchObject([{ commonPrompts: [{ text: 'Name?' }] }]);
    await store.runs.remove(['a']);
    expect(await store.journal.lastId()).toBe(last);
    expect(await bed.rows('select type from journal')).toEqual([{ type: 'sessions' }]);
  });

  it('is told of what another connection has committed', async () => {
    const other = await bed.open();
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
