import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openHost } from '../../../src/hosts/open-host.js';
import type { DoctorCheck } from '../../../src/operations/hosts/doctor/check.js';
import { findProgram } from '../../../src/operations/hosts/doctor/install-hint.js';
import type { DoctorReport } from '../../../src/operations/hosts/doctor.js';
import { openStore } from '../../../src/store/open-store.js';
import { SqliteDatabase } from '../../../src/store/sqlite/sqlite-database.js';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import { scratchContainer } from '../../../src/testing/scratch-container.js';
import { patience } from '../../patience.js';
import { dockerContext } from '../docker-context.js';
import { canMount } from '../small-disk.js';
import { mux, muxArgv, muxInShell } from './mux.js';

describe('mux doctor', () => {
  it('reports what is here, and starts no tmux server', async () => {
    const folder = await scratchFolder();
    const { code, checks } = await doctor([], { TMUX_TMPDIR: folder });
    expect(code).toBe(0);
    expect(checks.get('node')).toMatchObject({ status: 'ok', detail: process.versions.node });
    expect(checks.get('tmux')).toMatchObject({ status: 'ok', facts: { version: expect.any(String) } });
    expect(checks.get('tmux-server')).toMatchObject({ status: 'ok', facts: { sessions: [] } });
    expect(checks.get('tmux-quirks')?.facts).toHaveProperty('quirks');
    expect(await socketsIn(folder)).toEqual([]);
  });

  it('also in words', async () => {
    const folder = await scratchFolder();
    const { code, stdout, stderr } = await mux(['doctor'], { TMUX_TMPDIR: folder });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^ok +Node\.js +\d+\.\d+\.\d+\n/);
    expect(stdout).toMatch(/\n\nReady\.( Without Docker\.)?\n$/);
    expect(await socketsIn(folder)).toEqual([]);
  });

  it('says that tmux is missing, and how to get it', async () => {
    const folder = await scratchFolder();
    // Everything that the doctor may look for, but tmux.
    for (const name of ['sh', 'env', 'ssh', 'ssh-add', 'apt-get', 'dnf', 'apk', 'pacman', 'brew']) {
      const path = findProgram(name);
      if (path) await symlink(path, join(folder, name));
    }
    const { code, report, checks } = await doctor([], { PATH: folder });
    expect({ code, ready: report.ready }).toEqual({ code: 1, ready: false });
    expect(checks.get('tmux')).toMatchObject({
      status: 'missing',
      detail: 'There is no tmux on local.',
      fix: expect.stringMatching(/(install|add|-S) .*tmux$|github\.com\/tmux/),
    });
    expect(checks.get('ssh')).toMatchObject({ status: 'ok' });
  });

  it('says that neither perl nor awk is there, which record', async () => {
    const folder = await scratchFolder();
    for (const name of ['sh', 'env', 'tmux', 'apt-get']) {
      const path = findProgram(name);
      if (path) await symlink(path, join(folder, name));
    }
    const { code, report, checks } = await doctor([], { PATH: folder });
    expect({ code, ready: report.ready }).toEqual({ code: 1, ready: false });
    expect(checks.get('tmux')).toMatchObject({ status: 'ok' });
    expect(checks.get('recorder')).toMatchObject({
      status: 'missing',
      detail: expect.stringContaining('Neither perl nor awk'),
      fix: expect.stringMatching(/perl/),
    });
    await symlink(findProgram('awk') ?? '', join(folder, 'awk'));
    const { code: then, checks: found } = await doctor([], { PATH: folder });
    expect(then).toBe(0);
    expect(found.get('recorder')).toMatchObject({ status: 'ok', detail: 'awk' });
  });

  it.skipIf(!canMount()).each([
    ['is not mounted', 'while umount -l /dev/pts 2>/dev/null; do :; done'],
    ['is another file system', 'mount -t tmpfs tmpfs /dev/pts'],
    ['and /dev/ptmx are missing', 'mount -t tmpfs tmpfs /dev && mknod -m 666 /dev/null c 1 3'],
  ])('says that no program can get a terminal where /dev/pts %s', async (_, change) => {
    const folder = await scratchFolder();
    const script = `${change}\nexec "$@" doctor --json`;
    const argv = ['unshare', '-m', 'sh', '-c', script, 'sh', ...muxArgv];
    const env = { ...process.env, TMUX_TMPDIR: folder };
    const { code, stdout } = await promisify(execFile)(argv[0] ?? '', argv.slice(1), { env }).then(
      (done) => ({ code: 0, stdout: done.stdout }),
      (failed: { code: number; stdout: string }) => failed,
    );
    const report = JSON.parse(stdout) as DoctorReport;
    expect({ code, ready: report.ready }).toEqual({ code: 1, ready: false });
    expect(report.checks.find(({ id }) => id === 'pty')).toMatchObject({
      status: 'missing',
      detail: expect.stringMatching(/^No program can get a pseudo-terminal.*\/dev\/pt(mx|s)/),
    });
  });

  it('says that the store cannot be opened, and changes nothing about it', async () => {
    const folder = await scratchFolder();
    const home = join(folder, 'state');
    const store = join(home, 'muxwright.db');
    const storeOf = async (): Promise<readonly unknown[]> => {
      const { code, report, checks } = await doctor([], { MUXWRIGHT_HOME: home, ...noCache });
      const { status, facts, detail } = checks.get('store') ?? {};
      return [code, report.ready, status, facts?.code, detail?.replace(folder, '')];
    };
    const fails = (code: string, words: string): readonly unknown[] => {
      return [1, false, 'failed', code, expect.stringContaining(words)];
    };
    // What is missing is made by the first command that needs it.
    expect(await storeOf()).toEqual([0, true, 'ok', undefined, expect.stringMatching(/^SQLite/)]);
    expect(await readdir(folder)).toEqual([]);

    await writeFile(home, 'a file in the place of the folder');
    expect(await storeOf()).toEqual(fails('STORE_UNAVAILABLE', 'cannot be opened'));
    await rm(home);

    await mkdir(store, { recursive: true });
    expect(await storeOf()).toEqual(fails('STORE_UNAVAILABLE', 'cannot be opened'));
    await rm(store, { recursive: true });

    const garbage = 'not a database at all, but long enough to be looked at '.repeat(100);
    await writeFile(store, garbage);
    expect(await storeOf()).toEqual(fails('STORE_UNAVAILABLE', 'is not a SQLite database'));
    expect(await readFile(store, 'utf8')).toBe(garbage);
    await rm(store);

    await writeFile(store, '');
    expect(await storeOf()).toEqual([0, true, 'ok', undefined, expect.stringMatching(/^SQLite/)]);

    await (await openStore({ path: store })).close();
    expect(await storeOf()).toEqual([0, true, 'ok', undefined, expect.stringMatching(/^SQLite/)]);
    const whole = await readFile(store);
    await writeFile(store, whole.fill(0x2a, whole.length / 2));
    expect(await storeOf()).toEqual(fails('STORE_UNAVAILABLE', 'is damaged'));
    await rm(store);

    await (await openStore({ path: store })).close();
    inDatabase(store, `insert into muxwright_migrations values (4711, 'of the future', '2040-01-01')`);
    expect(await storeOf()).toEqual(fails('STORE_TOO_NEW', 'schema 4711'));
    await rm(store);

    inDatabase(store, 'create table songs (title text)');
    expect(await storeOf()).toEqual(fails('STORE_UNAVAILABLE', 'belongs to another program'));
  });

  it('says so where this user may not read the store, or not make it', async () => {
    const folder = await scratchFolder();
    // Root may do everything, unless it is taken from it.
    const humble = process.getuid?.() === 0 ? 'setpriv --bounding-set=-dac_override,-dac_read_search' : '';
    const store = join(folder, 'muxwright.db');
    const storeOf = async (): Promise<unknown> => {
      const script = `exec ${humble} "$@" doctor --json`;
      const { code, stdout } = await muxInShell(script, { MUXWRIGHT_HOME: folder, ...noCache });
      const report = JSON.parse(stdout) as DoctorReport;
      const { status, detail } = report.checks.find(({ id }) => id === 'store') ?? {};
      return [code, status, detail?.replace(folder, '')];
    };
    await (await openStore({ path: store })).close();
    await chmod(store, 0o000);
    const denied = [1, 'failed', "The database '/muxwright.db' may not be written."];
    expect(await storeOf()).toEqual(denied);
    await rm(store);
    await chmod(folder, 0o555);
    expect(await storeOf()).toEqual(denied);
    await chmod(folder, 0o700);
  });

  it('looks at the terminals and the recorder of hosts, too', async () => {
    const { engine, images } = dockerContext();
    await using container = await scratchContainer({ engine, image: images.glibc });
    await using host = await openHost(container.address, { ...patience, docker: { engine } });
    const removed = await host.script(
      'for name in perl awk gawk mawk busybox; do path=$(command -v "$name") && mv "$path" "$path.away"; done; true',
    );
    expect(removed.code).toBe(0);
    const { code, checks } = await doctor([container.address], { DOCKER_HOST: engine });
    expect(code).toBe(1);
    expect(checks.get(`host:${container.address}`)).toMatchObject({
      status: 'missing',
      detail: expect.stringContaining('Neither perl nor awk'),
      facts: { lacks: 'recorder' },
    });
  });

  it('sees the sessions of the default server, and recommends another', async () => {
    const folder = await scratchFolder();
    await using server = await isolatedTmux();
    // In this folder the isolated server is the default one.
    const [socket = ''] = await server.tmux.command('display-message', '-p', '#{socket_path}');
    await mkdir(join(folder, `tmux-${process.getuid?.()}`), { mode: 0o700 });
    await symlink(socket, join(folder, `tmux-${process.getuid?.()}`, 'default'));
    const { code, checks } = await doctor([], { TMUX_TMPDIR: folder });
    expect(code).toBe(0);
    expect(checks.get('tmux-server')).toMatchObject({ status: 'ok', facts: { sessions: ['main'] } });
    expect(checks.get('tmux-socket')).toMatchObject({
      status: 'warning',
      fix: expect.stringContaining('local?socket=NAME'),
    });
    expect((await server.tmux.sessions()).map(({ name }) => name)).toEqual(['main']);
  });

  it('tries the hosts it is given, and says what is wrong with each', async () => {
    const { engine, images } = dockerContext();
    await using server = await isolatedTmux();
    await using container = await scratchContainer({ engine, image: images.glibc });
    await using bare = await scratchContainer({ engine, image: images.noTmux });
    const hosts = [
      server.address,
      container.address,
      bare.address,
      'docker://no-such-container',
      'ssh://nobody@127.0.0.1:1',
      'gopher://hole',
    ];
    const { code, checks } = await doctor(hosts, { DOCKER_HOST: engine });
    expect(code).toBe(1);
    expect(checks.get('docker')).toMatchObject({
      status: 'ok',
      facts: { url: engine, containers: expect.arrayContaining([container.name, bare.name]) },
    });
    const seen = hosts.map((host) => {
      const { status, facts } = checks.get(`host:${host}`) ?? {};
      return [host, status, facts?.code];
    });
    expect(seen).toEqual([
      [hosts[0], 'ok', undefined],
      [hosts[1], 'ok', undefined],
      [hosts[2], 'missing', 'TMUX_NOT_INSTALLED'],
      [hosts[3], 'failed', 'CONTAINER_NOT_FOUND'],
      [hosts[4], 'failed', 'HOST_UNREACHABLE'],
      [hosts[5], 'failed', 'INVALID_ADDRESS'],
    ]);
    expect(checks.get(`host:${container.address}`)?.detail).toMatch(/^tmux \S+, no server runs yet$/);
  });

  it('is ready without a Docker engine, and says so', async () => {
    const folder = await scratchFolder();
    const { code, checks } = await doctor([], { DOCKER_HOST: `unix://${folder}/none` });
    expect(code).toBe(0);
    expect(checks.get('docker')).toMatchObject({
      status: 'absent',
      detail: expect.stringMatching(/the socket does not exist.*Only docker:\/\/ addresses need it\.$/),
      fix: expect.stringContaining('Start Docker'),
    });
    const { stdout } = await mux(['doctor'], { DOCKER_HOST: `unix://${folder}/none` });
    expect(stdout).toMatch(/\n\nReady\. Without Docker\.\n$/);
  });
});

/** Compiled code would be kept in the state folder. */
const noCache = { NODE_DISABLE_COMPILE_CACHE: '1' };

function inDatabase(path: string, sql: string): void {
  using database = new SqliteDatabase(path);
  database.exec(sql);
}

async function doctor(
  hosts: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ code: number | null; report: DoctorReport; checks: Map<string, DoctorCheck> }> {
  const args = hosts.flatMap((host) => ['--host', host]);
  const { code, stdout, stderr } = await mux(['doctor', '--json', ...args], env);
  expect(stderr).toBe('');
  const report = JSON.parse(stdout) as DoctorReport;
  return { code, report, checks: new Map(report.checks.map((check) => [check.id, check])) };
}

async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mux-doctor-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** A server makes its socket in a folder `tmux-UID`, which an asking client may make as well. */
async function socketsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
}
