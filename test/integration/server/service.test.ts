import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { createServer } from '../../../src/server/create-server.js';
import { mux, muxArgv } from '../cli/mux.js';
import { type McpPlace, mcpPlace } from '../mcp/open-mcp.js';
import { type Answer, openOperations } from '../operations/open-operations.js';
import { openServer } from './open-server.js';

// biome-ignore lint/suspicious/noExplicitAny: entries of the log have many shapes, and expect() checks them.
type Entry = any;

/** A log whose entries can be waited for. */
class KeptLog {
  readonly entries: Entry[] = [];
  #wake: () => void = () => {};

  write(line: string): void {
    this.entries.push(JSON.parse(line));
    this.#wake();
  }

  async entry(message: string, after = 0): Promise<Entry> {
    for (;;) {
      const found = this.entries.slice(after).find(({ msg }) => msg === message);
      if (found) return found;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

/** Takes the right to write to a database of SQLite, and keeps it. */
const HOLD = `import sqlite3, sys
c = sqlite3.connect(sys.argv[1]); c.execute('BEGIN IMMEDIATE'); print('held', flush=True); sys.stdin.read()`;

describe('the server as a service', () => {
  it('lives, and is ready while the store can be written and tmux is there', async () => {
    await using open = await openServer();
    expect(await (await fetch(`${open.url}/healthz`)).json()).toEqual({ status: 'ok' });
    // On a busy machine the first look may take more than the second that it has.
    await expect
      .poll(async () => (await fetch(`${open.url}/readyz`)).json())
      .toEqual({ status: 'ready', checks: { store: 'ok', tmux: 'ok' } });
    expect((await fetch(`${open.url}/readyz`)).status).toBe(200);
  });

  it('is not ready while somebody holds the store, and does not wait for it', async () => {
    await using open = await openServer();
    const held = spawn('python3', ['-c', HOLD, join(await open.here.runtime.stateFolder(), 'muxwright.db')]);
    try {
      await once(held.stdout, 'data');
      await expect
        .poll(async () => ((await (await fetch(`${open.url}/readyz`)).json()) as Answer).checks.store)
        .toBe('TIMEOUT');
    } finally {
      held.kill('SIGKILL');
      await once(held, 'exit');
    }
    await expect.poll(async () => (await fetch(`${open.url}/readyz`)).status).toBe(200);
  });

  it('ends with a sentence where it cannot say where it is', async () => {
    await using place = await mcpPlace();
    const { MUXWRIGHT_HOME = '' } = place.env;
    await mkdir(join(MUXWRIGHT_HOME, 'server.json', 'x'), { recursive: true, mode: 0o700 });
    const result = await mux(['serve', '--port', '0'], place.env);
    expect(result).toMatchObject({ code: 1, stdout: '' });
    expect(result.stderr).toMatch(/server\.json' cannot be written \(E\w+\).*\nFree some disk space/s);
  });

  it('is not ready where there is no tmux, and says so', async () => {
    const { PATH } = process.env;
    await using open = await openServer();
    process.env.PATH = join(open.here.folder, 'nothing');
    try {
      const response = await fetch(`${open.url}/readyz`);
      expect(response.status).toBe(503);
      expect(await response.json()).toMatchObject({ status: 'not ready', checks: { store: 'ok' } });
    } finally {
      process.env.PATH = PATH;
    }
  });

  it('finishes what it does, tells readers of events, and gives up waits when it closes', async () => {
    await using open = await openServer({ graceMs: 120_000 });
    const { id: run } = await open.call('run.start', { host: open.here.host, command: 'exec cat' });
    const events = await open.fetch('/api/operations/event.follow');
    const waiting = open.fetch(`/api/operations/run.wait?run=${run}&timeoutMs=600000`);
    // A host that takes its time: it answers when this test says so.
    const slow = createTcpServer().listen(0, '127.0.0.1');
    await once(slow, 'listening');
    const { port } = slow.address() as AddressInfo;
    const asking = open.call('host.info', { host: `ssh://nobody@127.0.0.1:${port}` });
    const [socket] = (await once(slow, 'connection')) as [Socket];
    const closing = open.server.close();
    expect((await waiting).status).not.toBe(200);
    expect(await events.text()).toMatch(/event: closing\ndata: \{\}\n\n$/);
    slow.close();
    socket.destroy();
    expect(await asking).toMatchObject({ reachable: false });
    await closing;
    await expect(fetch(`${open.url}/healthz`)).rejects.toThrow();
  });

  it('takes over a configuration that changes, says what needs a restart, and keeps the old one where the new is broken', async () => {
    await using here = await openOperations();
    const folder = join(here.folder, 'config', 'muxwright');
    const file = join(folder, 'muxwright.yaml');
    await mkdir(folder, { recursive: true });
    await writeFile(file, 'server:\n  log_level: info\n  allow_hosts: first.example\n');
    const log = new KeptLog();
    await using server = await createServer({ runtime: here.runtime, port: 0, log });
    expect(server.app.log.level).toBe('info');

    await writeFile(file, 'server:\n  log_level: debug\n  port: 4000\nrecordings:\n  every_run: true\n');
    expect(await log.entry('the configuration has changed')).toMatchObject({
      applied: expect.arrayContaining(['recordings.everyRun', 'server.logLevel', 'server.allowHosts']),
      needRestart: ['server.port'],
    });
    expect(server.app.log.level).toBe('debug');
    expect((await here.runtime.config()).recordings.everyRun).toBe(true);

    const before = log.entries.length;
    await writeFile(file, 'server:\n  log_level: loud\n');
    expect(await log.entry('the previous configuration stays in effect', before)).toMatchObject({
      refused: expect.stringContaining('muxwright.yaml:2: log_level is one of'),
    });
    expect(server.app.log.level).toBe('debug');
    expect((await here.runtime.config()).recordings.everyRun).toBe(true);

    await rm(file);
    expect((await server.reload()).refused).toBeUndefined();
  });
});

/** `mux serve` as a process of its own, and what it announces. */
async function serve({ env }: McpPlace, ...args: readonly string[]) {
  const [command = '', ...words] = [...muxArgv, 'serve', '--port', '0', '--json', ...args];
  const child: ChildProcess = spawn(command, words, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const [line] = (await Promise.race([
    once(lines, 'line'),
    ended.then((end) => Promise.reject(new Error(`mux serve has ended: ${end.join(' ')}`))),
  ])) as [string];
  return { child, ended, ...(JSON.parse(line) as { url: string; tokenFile: string; pid: number }) };
}

describe('mux serve', () => {
  it('reads its configuration and begins a new log at SIGHUP, and ends well at SIGTERM', async () => {
    await using place = await mcpPlace();
    const folder = join(place.env.HOME ?? '', '.config', 'muxwright');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'muxwright.yaml'), 'server:\n  log_level: info\n');
    const log = join(place.env.HOME ?? '', 'mux.log');
    const { ended, url, tokenFile, pid } = await serve(place, '--log-file', log);
    const authorization = `Bearer ${(await readFile(tokenFile, 'utf8')).trim()}`;
    const listed = await fetch(`${url}/api/operations/run.list`, { headers: { authorization } });
    expect(await listed.json()).toMatchObject({ runs: [] });
    const events = await fetch(`${url}/api/operations/event.follow`, { headers: { authorization } });
    process.kill(pid, 'SIGHUP');
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    process.kill(pid, 'SIGTERM');
    expect(await events.text()).toContain('event: closing');
    expect(await ended).toEqual([0, null]);
    expect(await readFile(log, 'utf8')).toContain('"route":"/api/operations/run.list"');
  });
});
