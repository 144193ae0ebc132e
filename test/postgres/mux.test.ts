import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import { openStore } from '../../src/store/open-store.js';
import { connectPg } from '../../src/store/postgres/connect-pg.js';
import { builtMux } from '../integration/cli/built-mux.js';
import { type MuxResult, mux, muxArgv } from '../integration/cli/mux.js';
import { type ScratchMux, scratchMux } from '../integration/cli/scratch-mux.js';
import { sseEvents } from '../integration/server/sse-client.js';
import { ask, giveBackDatabase, makeDatabase } from './databases.js';

type Env = Readonly<Record<string, string>>;

let place: ScratchMux;
let url: string;
/** Two state folders of one machine that use one store. */
let ann: Env;
let bob: Env;
beforeEach(async () => {
  place = await scratchMux();
  url = await makeDatabase(inject('postgres'));
  const env = { ...place.env, MUXWRIGHT_STORE: url };
  ann = { ...env, MUXWRIGHT_HOME: join(place.folder, 'ann') };
  bob = { ...env, MUXWRIGHT_HOME: join(place.folder, 'bob') };
});
afterEach(async () => {
  await giveBackDatabase(url);
  await place[Symbol.asyncDispose]();
});

const own = `${userInfo().username}@${hostname()}`;

/** `mux` as it goes on, and what it prints, line by line. */
class GoingOn {
  readonly child: ChildProcess;
  readonly lines: string[] = [];
  errors = '';

  constructor(args: readonly string[], env: Env) {
    const [program = '', ...words] = muxArgv;
    this.child = spawn(program, [...words, ...args], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    createInterface({ input: this.child.stdout as NodeJS.ReadableStream }).on('line', (line) =>
      this.lines.push(line),
    );
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.errors += text;
    });
    onTestFinished(() => this.end());
  }

  async end(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.kill('SIGINT');
    await once(this.child, 'close');
  }
}

/** Neither in what was said nor in what others see of a process. */
function expectNoPassword(...texts: readonly string[]): void {
  const { password } = new URL(url);
  for (const text of texts)
    for (const form of [password, decodeURIComponent(password)]) expect(text).not.toContain(form);
}

async function json<T>(result: Promise<MuxResult>): Promise<T> {
  const { code, stdout, stderr } = await result;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as T;
}

describe('mux with a store in PostgreSQL', () => {
  it('is the same from two state folders: runs, their ends, and what is told of them', async () => {
    const server = new GoingOn(['serve', '--port', '0', '--json', '--log-level', 'debug'], bob);
    const follower = new GoingOn(['events', '-f', '--json'], bob);
    await expect.poll(() => server.lines.length).toBeGreaterThan(0);
    const { url: address } = JSON.parse(server.lines[0] ?? '') as { readonly url: string };
    const token = (await readFile(join(place.folder, 'bob', 'server-token'), 'utf8')).trim();
    const ending = new AbortController();
    onTestFinished(() => ending.abort());
    const response = await fetch(new URL('/api/operations/event.follow', address), {
      headers: { authorization: `Bearer ${token}` },
      signal: ending.signal,
    });
    const served: string[] = [];
    const reading = (async () => {
      for await (const { type, target } of sseEvents(response)) served.push(`${type} ${target}`);
    })().catch(() => {});

    expect(await mux(['run', '--', 'sh', '-c', 'echo out; exit 3'], ann)).toMatchObject({
      code: 3,
      stdout: expect.stringContaining('out'),
    });
    const { runs } = await json<{ runs: { id: string; state: string; exitCode: number; host: string }[] }>(
      mux(['runs', '--json'], bob),
    );
    expect(runs).toMatchObject([{ state: 'finished', exitCode: 3, host: 'local' }]);
    const id = runs[0]?.id ?? '';
    expect(await mux(['output', id], bob)).toMatchObject({ code: 0, stdout: expect.stringContaining('out') });
    const heard = (): unknown => expect.arrayContaining([`run_started ${id}`, `run_exit ${id}`]);
    await expect.poll(() => served).toEqual(heard());
    await expect
      .poll(() =>
        follower.lines.map((line) => JSON.parse(line)).map(({ type, target }) => `${type} ${target}`),
      )
      .toEqual(heard());
    const [row] = await ask(url, 'select host from automation_runs');
    expect(row).toEqual({ host: `machine://${own}/local` });

    const { stdout: processes } = await promisify(execFile)('ps', [
      '-o',
      'args=',
      '-p',
      `${server.child.pid},${follower.child.pid}`,
    ]);
    expect(processes).toContain('serve');
    ending.abort();
    await reading;
    await Promise.all([server.end(), follower.end()]);
    expectNoPassword(processes, server.errors, server.lines.join('\n'), follower.errors);
  });

  it('has the end of a run also where the connection was cut as the server wrote it down', async () => {
    const server = new GoingOn(['serve', '--port', '0', '--json'], bob);
    await expect.poll(() => server.lines.length).toBeGreaterThan(0);
    const go = join(place.folder, 'go');
    const script = `while [ ! -e ${go} ]; do sleep 0.05; done; exit 7`;
    const { id } = await json<{ id: string }>(mux(['run', '--detach', '--json', '--', script], ann));
    const other = await connectPg(url);
    onTestFinished(() => other.end());
    // Nobody can change the run until this is over.
    await other.query({ text: 'begin' });
    await other.query({ text: 'select id from automation_runs where id = $1 for update', values: [id] });
    await writeFile(go, '');
    const cut = `select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%"finished_at" = $%'`;
    await expect.poll(async () => (await ask(url, cut)).length).toBe(1);
    await other.query({ text: 'commit' });
    const row = async (): Promise<unknown> =>
      (await ask(url, 'select state, exit_code from automation_runs'))[0];
    await expect.poll(row).toEqual({ state: 'finished', exit_code: 7 });
    await server.end();
  });

  it('leaves what is on another machine alone, and says where it is', async () => {
    const there = { ...bob, MUXWRIGHT_MACHINE: 'bob@web2' };
    const { id } = await json<{ id: string }>(mux(['run', '--detach', '--json', '--', 'cat'], ann));
    expect(await mux(['spawn', 'api', '--', 'cat'], ann)).toMatchObject({ code: 0 });
    await using store = await openStore({ path: join(place.folder, 'ann', 'muxwright.db'), url });
    await store.agents.insert({ id: 'a1', host: 'local', tmuxPaneId: '%0', state: 'AWAITING_INPUT' });
    const server = new GoingOn(['serve', '--port', '0', '--json'], there);
    await expect.poll(() => server.lines.length).toBeGreaterThan(0);
    expect(await json(mux(['agents', '--json'], there))).toMatchObject({
      agents: [{ id: 'a1', host: `machine://${own}/local`, state: 'AWAITING_INPUT' }],
    });
    const { runs } = await json<{ runs: { id: string }[] }>(mux(['runs', '--json'], there));
    expect(runs.find((run) => run.id === id)).toMatchObject({
      state: 'running',
      host: `machine://${own}/local`,
    });
    const status = await mux(['status', id], there);
    expect(status).toMatchObject({
      code: 1,
      stderr: `mux: This is on '${own}', and only muxwright there reaches 'local'.\nDo it on ${own}, or through the server of muxwright there.\n`,
    });
    expect((await mux(['ls'], there)).stdout).toMatch(/api\s.*unknown/);
    await server.end();
    // Nobody took it for lost, and nobody who cannot know says that the agent is gone.
    expect(await store.journal.since(0, { types: ['commander_availability'] })).toEqual([]);
    expect(await json(mux(['status', id, '--json'], ann))).toMatchObject({ state: 'waiting-for-input' });
    expect(await mux(['stop', id], ann)).toMatchObject({ code: 0 });
  });

  it('is told of by the doctor, and so is one that does not answer', async () => {
    const check = async (env: Env): Promise<unknown> => {
      const { stdout, stderr } = await mux(['doctor', '--json'], env);
      expectNoPassword(stdout, stderr, (await mux(['doctor'], env)).stdout);
      const { checks } = JSON.parse(stdout) as { checks: { id: string }[] };
      return checks.find(({ id }) => id === 'store');
    };
    const shown = url.replace(/:[^:@/]+@/, '@');
    expect(await check(ann)).toMatchObject({
      status: 'ok',
      detail: expect.stringMatching(/^PostgreSQL \d+[.\d]*, postgres:\/\/muxwright@/),
      facts: { path: shown, machine: own },
    });
    const gone = url.replace(/:\d+\//, ':1/');
    expect(await check({ ...ann, MUXWRIGHT_STORE: gone })).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining('no server answers there'),
      fix: expect.stringContaining('Look whether PostgreSQL runs'),
    });
    const refused = await mux(['runs'], { ...ann, MUXWRIGHT_STORE: gone });
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('no server answers there') });
    expectNoPassword(refused.stderr);
  });

  it('is chosen by the configuration of the user, and by no file of a folder', async () => {
    const { MUXWRIGHT_STORE: _, ...env } = ann;
    const config = join(place.folder, 'config');
    const own = { ...env, XDG_CONFIG_HOME: config };
    await mkdir(join(config, 'muxwright'), { recursive: true });
    const file = join(config, 'muxwright', 'muxwright.yaml');
    await writeFile(file, `store:\n  url: ${JSON.stringify(url)}\n  machine: ann@web1\n`, { mode: 0o600 });
    expect(await mux(['run', '--', 'true'], own)).toMatchObject({ code: 0 });
    expect(await ask(url, 'select host from automation_runs')).toEqual([
      { host: 'machine://ann@web1/local' },
    ]);
    await writeFile(file, `store:\n  url: postgres//${new URL(url).password}\n`);
    const broken = await mux(['runs'], own);
    expect(broken).toMatchObject({ code: 2, stderr: expect.stringContaining(`${file}:2: url is a URL`) });
    expectNoPassword(broken.stderr);
  });

  it('says what to install where the driver is missing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mux-bare-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const source = dirname(dirname(dirname((await builtMux()).main)));
    await cp(join(source, 'dist'), join(folder, 'dist'), { recursive: true });
    await cp(join(source, 'package.json'), join(folder, 'package.json'));
    const bare = (...args: readonly string[]): Promise<string> =>
      new Promise((resolve) => {
        const options = { env: { ...process.env, ...ann } };
        execFile(process.execPath, [join(folder, 'dist/cli/main.js'), ...args], options, (_, out, err) =>
          resolve(out + err),
        );
      });
    const told = await bare('runs');
    expect(told).toContain('because pg is not installed.\n');
    expect(told).toContain("Run 'npm install pg' beside muxwright");
    expect(await bare('doctor')).toContain('The npm package pg is not installed');
    expectNoPassword(told);
  });
});
