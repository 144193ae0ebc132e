import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../open-store.js';
import { patiently } from './patiently.js';
import { SqliteDatabase } from './sqlite-database.js';
import { sqliteError } from './sqlite-error.js';

let folder: string;
let other: SqliteDatabase;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muxwright-store-'));
  await openStore({ path: join(folder, 'muxwright.db') }).then((store) => store.close());
  other = new SqliteDatabase(join(folder, 'muxwright.db'));
  // As every process of ours does when it opens a database.
  other.query('pragma journal_mode = WAL');
  other.exec('begin immediate');
});
afterEach(async () => {
  other.close();
  await rm(folder, { recursive: true });
});

describe('waiting for another writer', () => {
  it('lets the process go on with other work, and reading, and then writes', async () => {
    await using store = await openStore({ path: join(folder, 'muxwright.db') });
    expect(await store.runs.count()).toBe(0);
    const inserted = store.runs.insert({
      id: 'r1',
      host: 'local',
      sessionId: 'main',
      windowName: 'auto:r1',
      command: 'make',
    });
    let settled = false;
    void inserted.then(() => {
      settled = true;
    });
    for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setImmediate(resolve));
    expect(settled).toBe(false);
    other.exec('rollback');
    expect(await inserted).toMatchObject({ id: 'r1' });
  });

  it('ends when its time is over, and says what to look for', async () => {
    const database = new SqliteDatabase(join(folder, 'muxwright.db'));
    const failure = await patiently(() => database.exec('begin immediate'), 5).catch(
      (error: unknown) => error,
    );
    database.close();
    expect(sqliteError(failure, 'x.db')).toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: "The database 'x.db' was kept locked by another process for too long.",
      suggestion: expect.stringContaining('fuser'),
    });
  });

  it('is not for other errors', async () => {
    let calls = 0;
    const failing = patiently(() => {
      calls++;
      other.exec('nonsense');
    });
    await expect(failing).rejects.toMatchObject({ code: 'SQLITE_ERROR' });
    expect(calls).toBe(1);
  });
});
