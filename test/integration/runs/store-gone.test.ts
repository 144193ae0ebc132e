import { expect, it } from 'vitest';
import { patiently } from '../../../src/store/sqlite/patiently.js';
import { SqliteDatabase } from '../../../src/store/sqlite/sqlite-database.js';
import { openRuns } from './open-runs.js';

it('gives out what a run printed also where the store can take nothing any more', async () => {
  await using runs = await openRuns({ address: 'local', options: { timeoutMs: 60_000 } });
  const run = await runs.automation.start(runs.address, 'echo one; echo two', { interactive: false });
  await run.finished();
  // From now on it refuses what is written, as on a full disk.
  {
    using database = new SqliteDatabase(runs.storePath);
    const refuse =
      "create trigger full before update on automation_runs begin select raise(abort, 'full'); end";
    await patiently(() => database.exec(refuse));
  }
  await expect(runs.store.runs.update(run.id, { bytes: 1 })).rejects.toMatchObject({
    code: 'STORE_UNAVAILABLE',
  });
  expect((await run.harvest()).entries.map(({ text }) => text)).toEqual(['one', 'two']);
  const printed: string[] = [];
  for await (const event of run)
    if (event.type === 'output') printed.push(...event.lines.map(({ text }) => text));
  expect(printed).toEqual(['one', 'two']);
});
