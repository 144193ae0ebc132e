import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from './open-store.js';
import { SqliteDatabase } from './sqlite/sqlite-database.js';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muxwright-store-'));
  path = join(folder, 'new', 'deep', 'muxwright.db');
});
afterEach(() => rm(folder, { recursive: true }));

const run = { id: 'r1', host: 'local', sessionId: 'main', windowName: 'auto:r1', command: 'make' };

describe('openStore', () => {
  it('makes a folder and files that only this user can look into', async () => {
    await using store = await openStore({ path });
    await store.runs.insert(run);
    await store.credentials.put({ agent: 'a', name: 'n', value: 'v' });
    const names = (await readdir(join(folder, 'new', 'deep'))).sort();
    expect(names).toEqual(['credentials.key', 'muxwright.db', 'muxwright.db-shm', 'muxwright.db-wal']);
    for (const name of names) expect(await mode(join(folder, 'new', 'deep', name))).toBe('600');
    expect(await mode(join(folder, 'new', 'deep'))).toBe('700');
    expect(await mode(join(folder, 'new'))).toBe('700');
  });

  it('takes the rights of others away from a database that has them, and leaves a folder as it was', async () => {
    const own = join(folder, 'muxwright.db');
    await openStore({ path: own }).then((store) => store.close());
    await chmod(own, 0o644);
    await chmod(folder, 0o755);
    await using store = await openStore({ path: own });
    await store.runs.insert(run);
    expect(await mode(own)).toBe('600');
    expect(await mode(`${own}-wal`)).toBe('600');
    expect(await mode(folder)).toBe('755');
  });

  it('keeps what was stored', async () => {
    await openStore({ path }).then(async (store) => {
      await store.runs.insert(run);
      await store.close();
    });
    await using store = await openStore({ path });
    expect(await store.runs.get('r1')).toMatchObject(run);
  });

  it('has the columns of automation_runs that were promised [A61]', async () => {
    await using store = await openStore({ path });
    using database = new SqliteDatabase(store.path);
    const columns = database.query('pragma table_info(automation_runs)').rows as { name: string }[];
    expect(columns.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'id',
        'session_id',
        'window_name',
        'pane_id',
        'log_path',
        'started_at',
        'finished_at',
        'exit_code',
        'last_cursor',
      ]),
    );
  });

  it('lets two stores of one process write the same file', async () => {
    await using one = await openStore({ path });
    await using two = await openStore({ path });
    const ids = Array.from({ length: 40 }, (_, i) => `r${i}`);
    await Promise.all(ids.map((id, i) => (i % 2 ? one : two).runs.insert({ ...run, id })));
    await Promise.all(ids.map((id, i) => (i % 2 ? two : one).events.append(id, 'prompt', { text: '?' })));
    expect(await one.runs.count()).toBe(40);
    expect(await two.events.since(0)).toHaveLength(40);
  });

  it('keeps a database in memory, with a key in memory', async () => {
    await using store = await openStore({ path: ':memory:' });
    await store.runs.insert(run);
    await store.credentials.put({ agent: 'a', name: 'n', value: 'secret' });
    expect(await store.credentials.get({ agent: 'a', name: 'n' })).toMatchObject({ value: 'secret' });
    expect(store.path).toBe(':memory:');
  });

  it('refuses calls after it was closed, and closing again does nothing', async () => {
    const store = await openStore({ path });
    await store.close();
    await store.close();
    await expect(store.runs.get('r1')).rejects.toMatchObject({ code: 'CLOSED' });
    await expect(store.events.append('r1', 'prompt')).rejects.toMatchObject({ code: 'CLOSED' });
  });

  it('refuses a database of a newer version, and leaves it as it is', async () => {
    await openStore({ path }).then((store) => store.close());
    {
      using database = new SqliteDatabase(path);
      database.exec(`insert into muxwright_migrations values (99, 'later', '2030-01-01T00:00:00.000Z')`);
    }
    await expect(openStore({ path })).rejects.toMatchObject({
      code: 'STORE_TOO_NEW',
      message: expect.stringMatching(/has schema 99, and this muxwright knows only schema \d+\.$/),
      suggestion: expect.stringContaining('Update muxwright'),
    });
  });

  it('refuses a file that is not a database, one that is damaged, and one of another program', async () => {
    const text = join(folder, 'text');
    await writeFile(text, 'these are no pages of a database, but some text '.repeat(100));
    await expect(openStore({ path: text })).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: `The database '${text}' is not a SQLite database, or it was overwritten.`,
      suggestion: expect.stringContaining('Move the file away'),
    });
    const other = join(folder, 'other');
    {
      using database = new SqliteDatabase(other);
      database.exec('create table songs (title text)');
    }
    await expect(openStore({ path: other })).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringContaining('belongs to another program'),
    });
    const damaged = join(folder, 'damaged');
    await openStore({ path: damaged }).then((store) => store.close());
    await writeFile(damaged, Buffer.alloc(8192, 0xee), { flag: 'r+' }).then(() => writeHeader(damaged));
    await expect(openStore({ path: damaged })).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  });

  it('refuses a path where no file can be', async () => {
    await mkdir(join(folder, 'a-folder'));
    await writeFile(join(folder, 'a-file'), '');
    for (const place of ['a-folder', 'a-file/muxwright.db', 'x'.repeat(300)]) {
      await expect(openStore({ path: join(folder, place) })).rejects.toMatchObject({
        code: 'STORE_UNAVAILABLE',
        suggestion: expect.stringContaining('MUXWRIGHT_HOME'),
      });
    }
    for (const place of ['', 'a\0b', 'postgres://localhost/x']) {
      await expect(openStore({ path: place })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    }
  });
});

async function mode(file: string): Promise<string> {
  return ((await stat(file)).mode & 0o777).toString(8);
}

/** The first bytes say that it is a database, whatever follows. */
async function writeHeader(file: string): Promise<void> {
  await writeFile(file, 'SQLite format 3\0', { flag: 'r+' });
}
