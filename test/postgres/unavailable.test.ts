import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { inspectStore } from '../../src/store/inspect-store.js';
import { openStore } from '../../src/store/open-store.js';
import { StoreBed } from '../store/store-bed.js';
import { ask, onDatabase } from './databases.js';

let bed: StoreBed;
beforeEach(async () => {
  bed = await StoreBed.make();
});
afterEach(() => bed[Symbol.asyncDispose]());

/** What comes of opening a URL; the password is nowhere in it. */
async function refused(url: string): Promise<unknown> {
  const failure = await openStore({ path: bed.path, url }).then(
    () => 'opened',
    (error: unknown) => error,
  );
  const asked = await inspectStore({ path: bed.path, url }).catch((error: unknown) => error);
  const { password } = new URL(url);
  for (const shown of [failure, asked]) {
    const text = `${inspect(shown, { depth: 9, showHidden: true })} ${JSON.stringify(shown)}`;
    for (const form of [password, decodeURIComponent(password)]) expect(text).not.toContain(form);
  }
  return failure;
}

describe('a database of PostgreSQL that cannot be used', () => {
  it('says that no server answers', async () => {
    expect(await refused('postgres://someone:canary-4711@127.0.0.1:1/mux')).toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message:
        "The database 'postgres://someone@127.0.0.1:1/mux' cannot be reached: no server answers there.",
      suggestion: expect.stringContaining('host and port'),
    });
  });

  it('says that the user or the password is wrong, and that the database is missing', async () => {
    const wrong = new URL(bed.address);
    wrong.password = 'canary-4712';
    expect(await refused(wrong.href)).toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringMatching(/refused the user or the password\.$/),
      suggestion: expect.stringContaining('~/.pgpass'),
    });
    expect(await refused(onDatabase(bed.address, 'nowhere'))).toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringMatching(/\/nowhere' does not exist on that server\.$/),
      suggestion: expect.stringContaining('createdb'),
    });
  });

  it('says that its tables may not be made, or not be changed', async () => {
    const name = `role_${new URL(bed.address).pathname.slice(1)}`;
    await ask(bed.address, `create role ${name} login password 'canary-4713'`);
    const guest = new URL(bed.address);
    guest.username = name;
    guest.password = 'canary-4713';
    expect(await refused(guest.href)).toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringMatching(/does not let this user make or change its tables\.$/),
    });
    await ask(bed.address, `drop role ${name}`);
    const database = new URL(bed.address).pathname.slice(1);
    bed.isSpoilt = true;
    await ask(bed.address, `alter database ${database} set default_transaction_read_only = on`);
    expect(await refused(bed.address)).toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringMatching(/can only be read: the server is a standby\.$/),
    });
  });

  it('is refused where a newer muxwright has changed it', async () => {
    await bed.open().then((store) => store.close());
    await ask(
      bed.address,
      `insert into muxwright_migrations values (99, 'later', '2030-01-01T00:00:00.000Z')`,
    );
    const failure = await openStore({ path: bed.path, url: bed.address }).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 'STORE_TOO_NEW',
      suggestion: 'Update muxwright, or give the URL of another database.',
    });
  });

  it('is not shown where its URL cannot be understood', async () => {
    for (const url of [
      'postgres//user:canary-4711@host/db',
      'mysql://user:canary-4711@host/db',
      'postgres://user:12#canary-4711@host/db',
      'postgres://user:12/canary-4711@host/db',
      'postgres://user:12?canary-4711@host/db',
      'canary-4711',
    ]) {
      const failure = await openStore({ url }).catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'INVALID_ARGUMENT' });
      expect(inspect(failure, { depth: 9, showHidden: true })).not.toContain('canary');
    }
    const machine = await openStore({ url: bed.address, machine: 'two words' }).catch((error) => error);
    expect(machine).toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  it('tells what it is where it can be used, and is not changed by the question', async () => {
    expect(await inspectStore({ path: bed.path, url: bed.address, machine: 'a@web1' })).toEqual({
      kind: 'PostgreSQL',
      path: bed.address.replace(/:[^:@]+@/, '@'),
      version: expect.stringMatching(/^\d+/),
      machine: 'a@web1',
    });
    expect(await ask(bed.address, `select to_regnamespace('muxwright') as schema`)).toEqual([
      { schema: null },
    ]);
  });

  it('is one that keeps apart from whatever else is in the database, and refuses calls after it was closed', async () => {
    bed.isSpoilt = true;
    await ask(
      onDatabase(inject('postgres'), new URL(bed.address).pathname.slice(1)),
      'create table public.agents (x int)',
    );
    const store = await bed.open();
    await store.agents.insert({ id: 'a', host: 'local' });
    expect(await ask(bed.address, 'select count(*) as count from public.agents')).toEqual([{ count: 0 }]);
    await store.close();
    await store.close();
    await expect(store.agents.get('a')).rejects.toMatchObject({ code: 'CLOSED' });
    await expect(store.agents.end('a', 'x')).rejects.toMatchObject({ code: 'CLOSED' });
  });
});
