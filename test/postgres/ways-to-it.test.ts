import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/open-store.js';
import type { Store } from '../../src/store/store.js';
import { patience } from '../patience.js';
import { StoreBed } from '../store/store-bed.js';
import { ask } from './databases.js';
import { Pooler } from './pooler.js';
import { PostgresServer } from './postgres-server.js';

let bed: StoreBed;
beforeEach(async () => {
  bed = await StoreBed.make();
});
/** The last first; behind them goes the database. */
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await bed[Symbol.asyncDispose]();
});

const run = { host: 'local', sessionId: 'main', windowName: 'auto', command: 'make', paneId: '%1' };

async function open(url: string, machine: string, listenUrl?: string): Promise<Store> {
  const store = await openStore({ path: bed.path, url, machine, listenUrl });
  closing.push(() => store.close());
  return store;
}

/** It goes after the stores that use it. */
async function poolerBefore(url: string): Promise<Pooler> {
  const pooler = await Pooler.before(url, 2);
  closing.push(() => pooler[Symbol.asyncDispose]());
  return pooler;
}

/** What the ends of runs are, in the order in which a store is told of them. */
function hear(store: Store): string[] {
  const heard: string[] = [];
  let reading = Promise.resolve();
  let last: string | number = 0;
  const stop = store.journal.watch(() => {
    reading = reading.then(async () => {
      for (const { id, type, target = '' } of await store.journal.since(last)) {
        last = id;
        if (type === 'run_exit') heard.push(target);
      }
    });
  });
  closing.push(async () => {
    stop();
    await reading;
  });
  return heard;
}

describe('behind a pooler that gives each transaction another connection', () => {
  it('stores write, read and are told as without one', async () => {
    const pooler = await poolerBefore(bed.address);
    const stores = [
      await open(pooler.url, 'ann@a'),
      await open(pooler.url, 'bob@b'),
      await open(pooler.url, 'cy@c'),
    ];
    const heard = stores.map(hear);
    const work = stores.map(async (store, i) => {
      for (let n = 0; n < 10; n++) {
        const id = `r${i}-${n}`;
        await store.runs.insert({ ...run, id });
        await store.events.append(id, 'prompt', { text: 'Name?' });
        await store.runs.advanceCursor(id, 7);
        await store.runs.finish(id, { exitCode: 0 });
      }
    });
    await Promise.all(work);
    const ids = stores.flatMap((_, i) => Array.from({ length: 10 }, (_, n) => `r${i}-${n}`));
    for (const list of heard)
      await expect.poll(() => list.toSorted(), { timeout: patience.timeoutMs }).toEqual(ids.toSorted());
    expect(await stores[0]?.runs.count({ state: 'finished' })).toBe(30);
    // What belongs to the connections of others is as it was.
    const [server] = await ask(
      pooler.url,
      `select current_setting('search_path') as path, (select count(*)::int from pg_listening_channels()) as heard`,
    );
    expect(server).toEqual({ path: '"$user", public', heard: 0 });
  });

  it('a store listens past it, where it is told how', async () => {
    const pooler = await poolerBefore(bed.address);
    const writer = await open(pooler.url, 'ann@a');
    const heard = hear(await open(pooler.url, 'bob@b', bed.address));
    const listening = (): Promise<unknown> =>
      ask(
        bed.address,
        `select query from pg_stat_activity where datname = current_database() and query like 'listen%'`,
      );
    await expect.poll(listening, { timeout: patience.timeoutMs }).toHaveLength(1);
    await writer.runs.insert({ ...run, id: 'r1' });
    await writer.runs.finish('r1', { exitCode: 0 });
    await expect.poll(() => heard, { timeout: patience.timeoutMs }).toEqual(['r1']);
  });
});

describe('a URL with several hosts', () => {
  it('leads to the first that answers and can be written to', async () => {
    await using standby = await PostgresServer.make();
    await standby.standBy();
    const { port } = new URL(standby.url('postgres'));
    const url = bed.address.replace(/@127\.0\.0\.1/, `@127.0.0.1:1,127.0.0.1:${port},127.0.0.1`);
    const store = await open(url, 'ann@a');
    expect(await store.runs.insert({ ...run, id: 'r1' })).toMatchObject({ id: 'r1' });
    expect(store.path).toMatch(
      /^postgres:\/\/muxwright@127\.0\.0\.1:1,127\.0\.0\.1:\d+,127\.0\.0\.1:\d+\/\w+$/,
    );
    const both = bed.address.replace(/@127\.0\.0\.1:\d+/, `@127.0.0.1:1,127.0.0.1:${port}`);
    await expect(
      openStore({ path: bed.path, url: both.replace(/\/\w+$/, '/postgres') }),
    ).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringContaining('can only be read: the server is a standby'),
    });
  });
});

describe('TLS', () => {
  it('is held to the certificate that the URL names, and refused in a sentence otherwise', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'muxwright-tls-'));
    closing.push(() => rm(folder, { recursive: true }));
    const certificate = async (name: string): Promise<string> => {
      const files = ['-keyout', join(folder, `${name}.key`), '-out', join(folder, `${name}.crt`)];
      const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
      await promisify(execFile)('openssl', [
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        ...files,
        ...subject,
      ]);
      return join(folder, name);
    };
    const [own, other] = [await certificate('own'), await certificate('other')];
    await using server = await PostgresServer.make({ certificate: own });
    const url = (ca: string): string => `${server.url('postgres')}?sslmode=verify-full&sslrootcert=${ca}.crt`;
    const store = await open(url(own), 'ann@a');
    const [row] = await ask(url(own), 'select ssl from pg_stat_ssl where pid = pg_backend_pid()');
    expect(row).toEqual({ ssl: true });
    expect(await store.runs.insert({ ...run, id: 'r1' })).toMatchObject({ id: 'r1' });
    await expect(openStore({ path: bed.path, url: url(other) })).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringContaining('could not agree on TLS'),
    });
  });
});
