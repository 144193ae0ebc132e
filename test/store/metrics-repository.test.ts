import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunFinish } from '../../src/store/run-record.js';
import type { Store } from '../../src/store/store.js';
import { StoreBed } from './store-bed.js';

let bed: StoreBed;
let store: Store;
const start = new Date('2025-01-24T10:30:00.000Z');
beforeEach(async () => {
  bed = await StoreBed.make();
  store = await bed.open(() => start);
});
afterEach(async () => {
  await store.close();
  await bed[Symbol.asyncDispose]();
});

describe('metrics', () => {
  it('are empty where there are no runs', async () => {
    expect(await store.metrics.snapshot()).toEqual({ at: start, types: [], count: 0 });
  });

  it('tell durations, success rate, exit codes, prompts and bytes for each command type [A76]', async () => {
    for (let i = 1; i <= 20; i++) await add('build', `b${i}`, i, { exitCode: i === 20 ? 2 : 0, bytes: 10 });
    await add('build', 'gone', 0, { lost: true, exitCode: 1 });
    await add('login', 'l1', 5.123, { exitCode: 0 });
    await add('login', 'l2', undefined, {});
    await add('login', 'l3', 1, { exitCode: 124, timedOut: true });
    for (const [id, text] of [
      ['l1', 'Password:'],
      ['l2', 'Password:'],
      ['l1', 'Code:'],
    ] as const) {
      await store.events.append(id, 'prompt', { text });
    }
    await store.events.append('l1', 'prompt', {});
    await store.events.append('l1', 'status', { text: 'not a prompt' });
    expect(await store.metrics.snapshot()).toEqual({
      at: start,
      count: 24,
      types: [
        {
          type: 'build',
          count: 21,
          running: 0,
          finished: 20,
          lost: 1,
          timedOut: 0,
          succeeded: 19,
          successRate: 19 / 21,
          durationMs: { min: 1000, median: 10_500, p95: 19_000, max: 20_000, mean: 10_500 },
          exitCodes: [
            { exitCode: 0, count: 19 },
            { exitCode: 1, count: 1 },
            { exitCode: 2, count: 1 },
          ],
          prompts: 0,
          commonPrompts: [],
          bytes: 200,
        },
        {
          type: 'login',
          count: 3,
          running: 1,
          finished: 2,
          lost: 0,
          timedOut: 1,
          succeeded: 1,
          successRate: 0.5,
          durationMs: { min: 1000, median: 3061.5, p95: 5123, max: 5123, mean: 3061.5 },
          exitCodes: [
            { exitCode: 0, count: 1 },
            { exitCode: 124, count: 1 },
          ],
          prompts: 4,
          commonPrompts: [
            { text: 'Password:', count: 2 },
            { text: 'Code:', count: 1 },
          ],
          bytes: 0,
        },
      ],
    });
  });

  it('leave out what does not exist yet, and what the filter leaves out', async () => {
    await add('build', 'a', undefined, {});
    await add('test', 'b', 1, { exitCode: 0 });
    const { types, count } = await store.metrics.snapshot({ type: 'build' });
    expect(count).toBe(1);
    expect(types).toMatchObject([{ type: 'build', successRate: undefined, durationMs: undefined }]);
  });

  it('name only the most common prompts', async () => {
    await add('login', 'a', undefined, {});
    for (let i = 0; i < 12; i++) await store.events.append('a', 'prompt', { text: `Question ${i}?` });
    await store.events.append('a', 'prompt', { text: 'Question 11?' });
    const [login] = (await store.metrics.snapshot()).types;
    expect(login?.commonPrompts).toHaveLength(10);
    expect(login?.commonPrompts[0]).toEqual({ text: 'Question 11?', count: 2 });
  });
});

async function add(type: string, id: string, seconds: number | undefined, end: RunFinish): Promise<void> {
  await store.runs.insert({
    id,
    type,
    host: 'local',
    sessionId: 'main',
    windowName: `auto:${id}`,
    command: 'x',
  });
  if (seconds === undefined) return;
  await store.runs.finish(id, { ...end, finishedAt: new Date(start.getTime() + 1000 * seconds) });
}
