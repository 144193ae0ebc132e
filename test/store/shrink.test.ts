import { stat } from 'node:fs/promises';
import { expect, it, onTestFinished } from 'vitest';
import { StoreBed } from './store-bed.js';

it('a store whose runs were removed gives their room back, and keeps the rest', async () => {
  const bed = await StoreBed.make();
  onTestFinished(() => bed[Symbol.asyncDispose]());
  await using store = await bed.open();
  const ids = Array.from({ length: 200 }, (_, n) => `r${n}`);
  const command = 'x'.repeat(50_000);
  for (const id of ids)
    await store.runs.insert({ id, host: 'local', sessionId: 'main', windowName: `auto:${id}`, command });
  await store.shrink();
  const size = async (): Promise<number> => (bed.isPostgres ? 0 : (await stat(bed.path)).size);
  const before = await size();
  await store.runs.remove(ids.slice(1));
  await store.shrink();
  // The server of PostgreSQL sees to its files by itself.
  if (!bed.isPostgres) expect(await size()).toBeLessThan(before / 10);
  expect(await store.runs.get('r0')).toMatchObject({ command });
  expect(await store.runs.count()).toBe(1);
});
