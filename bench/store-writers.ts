/**
 * How many transactions a store in PostgreSQL takes from 1, 2, 4 and 8 processes that write at the same time, each on a machine
 * of its own or all on one, beside plain inserts of the same driver, which are the floor. With `--before FOLDER` (another
 * checkout) that is measured in turns with this one. With `--round-trip MS` the database is that far away: what a transaction
 * holds while it waits for answers shows then, whatever else the machine does.
 *
 * node --import tsx bench/store-writers.ts [--before FOLDER] [--round-trip MS] [--seconds 4] [--json FILE]
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Store } from '../src/store/store.js';
import { ask, onDatabase } from '../test/postgres/databases.js';
import { PostgresServer } from '../test/postgres/postgres-server.js';

const WRITERS = [1, 2, 4, 8];
const here = fileURLToPath(new URL('..', import.meta.url));

/** What a process does over and over; how many transactions that is, is the answer. */
const jobs: Readonly<Record<string, (store: Store, n: number) => Promise<number>>> = {
  runs: async (store, n) => {
    const id = `${process.pid}-${n}`;
    const run = { id, host: 'local', sessionId: 'main', windowName: 'auto', command: 'make' };
    await store.runs.insert({ ...run, paneId: '%1' });
    await store.runs.finish(id, { exitCode: 0 });
    return 2;
  },
  events: async (store, n) => {
    await store.journal.append({ type: 'inbox', data: { n } });
    return 1;
  },
};

const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    'round-trip': { type: 'string' },
    seconds: { type: 'string', default: '4' },
    json: { type: 'string' },
    child: { type: 'string' },
    url: { type: 'string' },
    machine: { type: 'string' },
    source: { type: 'string' },
  },
});
const forMs = Number(values.seconds) * 1_000;

/** A process that writes, when it is told to, for so long; it prints how often it did. */
async function write(job: string): Promise<void> {
  const { url = '', machine = '', source = '' } = values;
  const { work, close } = await opened(job, url, machine, source);
  await work(-1);
  console.log('ready');
  await once(process.stdin, 'data');
  process.stdin.destroy();
  const endsAt = performance.now() + forMs;
  let done = 0;
  for (let n = 0; performance.now() < endsAt; n++) done += await work(n);
  console.log(done);
  await close();
}

interface Opened {
  readonly work: (n: number) => Promise<number>;
  readonly close: () => Promise<unknown>;
}

async function opened(job: string, url: string, machine: string, source: string): Promise<Opened> {
  if (job === 'plain inserts') {
    const { connectPg } = await import('../src/store/postgres/connect-pg.js');
    const client = await connectPg(url);
    const text = 'insert into public.bare (machine, data) values ($1, $2)';
    return {
      work: async (n) => {
        await client.query({ text, values: [machine, JSON.stringify({ n })] });
        return 1;
      },
      close: () => client.end(),
    };
  }
  const { openStore } = await import(pathToFileURL(join(source, 'src/store/open-store.ts')).href);
  const folder = await mkdtemp(join(tmpdir(), 'muxwright-bench-'));
  const store: Store = await openStore({ url, machine, path: join(folder, 'muxwright.db') });
  return {
    work: (n) => jobs[job]?.(store, n) ?? Promise.reject(new Error(`There is no job '${job}'.`)),
    close: async () => {
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Row {
  readonly job: string;
  readonly machines: 'each its own' | 'one';
  readonly tree: 'before' | 'now';
  readonly writers: number;
  readonly perSecond: number;
}

async function measure(): Promise<void> {
  await using server = await PostgresServer.make();
  const trees = [
    ...(values.before === undefined ? [] : [['before', resolve(values.before)] as const]),
    ['now', here] as const,
  ];
  const rows: Row[] = [];
  for (const writers of WRITERS) {
    const floor = { job: 'plain inserts', machines: 'each its own', tree: 'now', writers } as const;
    rows.push(await run(server, floor, here));
    for (const job of Object.keys(jobs)) {
      for (const machines of ['each its own', 'one'] as const) {
        // With one process there is one machine.
        if (writers === 1 && machines === 'one') continue;
        for (const [tree, source] of trees)
          rows.push(await run(server, { job, machines, tree, writers }, source));
      }
    }
  }
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(rows, undefined, 2)}\n`);
}

/** One measurement in an empty database. */
async function run(server: PostgresServer, what: Omit<Row, 'perSecond'>, source: string): Promise<Row> {
  const name = `b${process.hrtime.bigint()}`;
  const url = onDatabase(server.url('postgres'), name);
  await using far = await Distance.to(url, Number(values['round-trip'] ?? 0) / 2);
  await ask(server.url('postgres'), `create database ${name}`);
  await ask(
    url,
    'create table public.bare (id bigint generated by default as identity primary key, machine text, data text)',
  );
  const children = Array.from({ length: what.writers }, (_, i) => {
    const machine = what.machines === 'one' ? 'ann@web' : `ann@web${i}`;
    return start(['--child', what.job, '--url', far.url, '--machine', machine, '--source', source]);
  });
  for (const child of children) await child.line();
  for (const child of children) child.begin();
  let done = 0;
  for (const child of children) done += Number(await child.line());
  await Promise.all(children.map((child) => child.ended));
  await ask(server.url('postgres'), `drop database ${name} with (force)`);
  const row = { ...what, perSecond: Math.round((1_000 * done) / forMs) };
  console.log(`${[row.writers, row.job, row.machines, row.tree].join('\t')}\t${row.perSecond}/s`);
  return row;
}

/** A server that is so far away: what goes through here takes that long in each direction. */
class Distance implements AsyncDisposable {
  readonly url: string;
  readonly #server: Server | undefined;

  private constructor(url: string, server: Server | undefined) {
    this.url = url;
    this.#server = server;
  }

  static async to(url: string, oneWayMs: number): Promise<Distance> {
    if (oneWayMs === 0) return new Distance(url, undefined);
    const { hostname, port } = new URL(url);
    const server = createServer((near) => {
      const far = connect(Number(port), hostname).setNoDelay(true);
      near.setNoDelay(true);
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        from.on('data', (bytes) => void setTimeout(() => to.write(bytes), oneWayMs));
        from.on('error', () => to.destroy());
        from.on('close', () => void setTimeout(() => to.destroy(), oneWayMs));
      }
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const through = new URL(url);
    through.port = String((server.address() as { port: number }).port);
    return new Distance(through.href, server);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server?.close();
  }
}

interface Child {
  line(): Promise<string>;
  begin(): void;
  readonly ended: Promise<unknown>;
}

function start(argv: readonly string[]): Child {
  const script = fileURLToPath(import.meta.url);
  const child: ChildProcessByStdio<Writable, Readable, null> = spawn(
    process.execPath,
    ['--import', 'tsx', script, '--seconds', values.seconds, ...argv],
    { cwd: here, stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    line: async () => {
      const { value, done } = await lines.next();
      if (done) throw new Error('A process that writes has ended early.');
      return value;
    },
    begin: () => child.stdin.end('begin\n'),
    ended: once(child, 'exit'),
  };
}

await (values.child === undefined ? measure() : write(values.child));
