import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NewRun } from '../../src/store/run-record.js';
import type { Store } from '../../src/store/store.js';
import { StoreBed } from './store-bed.js';

let bed: StoreBed;
let store: Store;
let time: Date;
beforeEach(async () => {
  bed = await StoreBed.make();
  time = new Date('2025-01-24T10:30:00.000Z');
  store = await bed.open(() => time);
});
afterEach(async () => {
  await store.close();
  await bed[Symbol.asyncDispose]();
});

describe('insert and get', () => {
  it('fill in what was not given', async () => {
    const inserted = await store.runs.insert(newRun('r1'));
    expect(inserted).toEqual({
      id: 'r1',
      host: 'local',
      server: undefined,
      sessionId: 'main',
      windowName: 'auto:r1',
      paneId: undefined,
      logPath: undefined,
      logFormat: 'text',
      command: 'make',
      argv: undefined,
      type: 'command',
      cwd: undefined,
      interactive: false,
      timeoutMs: undefined,
      state: 'running',
      startedAt: time,
      finishedAt: undefined,
      exitCode: undefined,
      signal: undefined,
      lost: false,
      timedOut: false,
      endedBy: undefined,
      lastCursor: 0,
      bytes: 0,
      prompts: 0,
      detectors: [],
      secretRules: undefined,
      startNonce: undefined,
      exitNonce: undefined,
      attempt: 1,
      retryOf: undefined,
      tags: [],
    });
    expect(await store.runs.get('r1')).toEqual(inserted);
  });

  it('keep everything that was given', async () => {
    const full: Required<NewRun> = {
      ...newRun('r1'),
      server: '42:1700000000',
      paneId: '%7',
      logPath: '/var/tmp/muxwright/r1.log',
      logFormat: 'json',
      command: "printf 'ä\\n\u{1f600}'",
      argv: ['printf', 'ä\n\u{1f600}', ''],
      type: 'build',
      cwd: '/srv',
      interactive: true,
      timeoutMs: 2 ** 40,
      startedAt: new Date('2024-12-31T23:59:59.999Z'),
      bytes: 2 ** 50,
      detectors: [{ source: 'password:\\s*$', flags: 'i' }],
      secretRules: 'sealed',
      startNonce: 'aa',
      exitNonce: 'bb',
      attempt: 3,
      retryOf: 'r0',
      starter: 'machine:42:1700000000',
      tags: ['nightly', 'x,y'],
    };
    await store.runs.insert(full);
    expect(await store.runs.get('r1')).toMatchObject(full);
  });

  it('refuse an id that is taken, and know nothing of one that is not', async () => {
    await store.runs.insert(newRun('r1'));
    await expect(store.runs.insert({ ...newRun('r1'), command: 'other' })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: "A run 'r1' exists already.",
    });
    expect(await store.runs.get('r1')).toMatchObject({ command: 'make' });
    expect(await store.runs.get('r2')).toBeUndefined();
  });

  it('keep times as ISO-8601 text in UTC [A61]', async () => {
    await store.runs.insert(newRun('r1'));
    await store.runs.finish('r1', { exitCode: 0 });
    const [row] = await bed.rows('select started_at, finished_at, exit_code from automation_runs');
    const text = '2025-01-24T10:30:00.000Z';
    expect({ ...row, exit_code: Number(row?.exit_code) }).toEqual({
      started_at: text,
      finished_at: text,
      exit_code: 0,
    });
  });
});

describe('update', () => {
  it('changes what is given, and empties what is given as undefined', async () => {
    await store.runs.insert({ ...newRun('r1'), paneId: '%1', cwd: '/srv', secretRules: 'sealed' });
    await store.runs.update('r1', { paneId: '%2', secretRules: undefined, command: undefined, tags: ['a'] });
    expect(await store.runs.get('r1')).toMatchObject({
      paneId: '%2',
      cwd: '/srv',
      secretRules: undefined,
      command: 'make',
      tags: ['a'],
    });
  });

  it('fails for a run that does not exist, also where there is nothing to change', async () => {
    await expect(store.runs.update('none', { cwd: '/' })).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' });
    await expect(store.runs.update('none', {})).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' });
  });
});

describe('finish', () => {
  it('is decided by the first who calls it', async () => {
    await store.runs.insert(newRun('r1'));
    const end = { exitCode: 143, signal: 'SIGTERM', timedOut: true, endedBy: 'timeout', bytes: 9 } as const;
    expect(await store.runs.finish('r1', end)).toBe(true);
    const finishedAt = time;
    time = new Date(time.getTime() + 1000);
    expect(await store.runs.finish('r1', { exitCode: 0 })).toBe(false);
    expect(await store.runs.get('r1')).toMatchObject({ ...end, state: 'finished', finishedAt, lost: false });
  });

  it('knows a run that was lost', async () => {
    await store.runs.insert(newRun('r1'));
    await store.runs.finish('r1', { exitCode: 1, lost: true });
    expect(await store.runs.get('r1')).toMatchObject({ state: 'lost', lost: true, exitCode: 1 });
  });

  it('fails for a run that does not exist', async () => {
    await expect(store.runs.finish('none', { exitCode: 0 })).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' });
  });
});

describe('advanceCursor', () => {
  it('goes forward and never back', async () => {
    await store.runs.insert(newRun('r1'));
    expect(await store.runs.advanceCursor('r1', 2 ** 40)).toBe(true);
    expect(await store.runs.advanceCursor('r1', 10)).toBe(false);
    expect(await store.runs.get('r1')).toMatchObject({ lastCursor: 2 ** 40 });
  });

  it('refuses what is no position, and a run that does not exist', async () => {
    await expect(store.runs.advanceCursor('r1', 5)).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' });
    for (const cursor of [-1, 1.5, Number.NaN]) {
      await expect(store.runs.advanceCursor('r1', cursor)).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
      });
    }
  });
});

describe('list and count', () => {
  it('give pages that meet without a gap, in both orders, also where times are equal', async () => {
    for (let i = 0; i < 25; i++) {
      await store.runs.insert({
        ...newRun(`r${i}`),
        startedAt: new Date(1_700_000_000_000 + 1000 * (i >> 2)),
      });
    }
    for (const order of ['newest', 'oldest'] as const) {
      const all = (await store.runs.list({ order })).runs;
      const paged: unknown[] = [];
      let cursor: string | undefined;
      do {
        const page = await store.runs.list({ order, limit: 7, cursor });
        paged.push(...page.runs);
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      expect(paged).toEqual(all);
      expect(new Set(all.map(({ id }) => id)).size).toBe(25);
    }
  });

  it('give only what fits the filter', async () => {
    const at = (minute: number): Date => new Date(Date.UTC(2025, 0, 1, 0, minute));
    await store.runs.insert({ ...newRun('a'), startedAt: at(1), type: 'build' });
    await store.runs.insert({ ...newRun('b'), startedAt: at(2), host: 'docker://box' });
    await store.runs.insert({ ...newRun('c'), startedAt: at(3), sessionId: 'other' });
    await store.runs.finish('c', { exitCode: 0 });
    const ids = async (filter: Parameters<Store['runs']['list']>[0]): Promise<string> => {
      const { runs } = await store.runs.list(filter);
      expect(await store.runs.count(filter)).toBe(runs.length);
      return runs.map(({ id }) => id).join('');
    };
    expect(await ids({})).toBe('cba');
    expect(await ids({ host: 'docker://box' })).toBe('b');
    expect(await ids({ session: 'other' })).toBe('c');
    expect(await ids({ state: 'running' })).toBe('ba');
    expect(await ids({ state: ['finished', 'lost'] })).toBe('c');
    expect(await ids({ type: 'build' })).toBe('a');
    expect(await ids({ after: at(2) })).toBe('cb');
    expect(await ids({ before: at(2) })).toBe('a');
    expect(await ids({ state: [] })).toBe('');
  });

  it('refuse a limit that is no count, a cursor that is none, and a broken time', async () => {
    const invalid = { code: 'INVALID_ARGUMENT' };
    await expect(store.runs.list({ limit: 0 })).rejects.toMatchObject(invalid);
    await expect(store.runs.list({ limit: 1.5 })).rejects.toMatchObject(invalid);
    await expect(store.runs.list({ cursor: 'x' })).rejects.toMatchObject(invalid);
    await expect(store.runs.list({ before: new Date('never') })).rejects.toMatchObject(invalid);
  });
});

describe('remove', () => {
  it('removes any number of runs, and says how many there were', async () => {
    const ids = Array.from({ length: 450 }, (_, i) => `r${i}`);
    for (const id of ids) await store.runs.insert(newRun(id));
    expect(await store.runs.remove([...ids.slice(1), 'none'])).toBe(449);
    expect(await store.runs.remove([])).toBe(0);
    expect(await store.runs.count()).toBe(1);
  });
});

function newRun(id: string): NewRun {
  return { id, host: 'local', sessionId: 'main', windowName: `auto:${id}`, command: 'make' };
}
