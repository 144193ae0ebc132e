import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DoctorCheck } from '../../../src/operations/hosts/doctor/check.js';
import { findProgram } from '../../../src/operations/hosts/doctor/install-hint.js';
import type { DoctorReport } from '../../../src/operations/hosts/doctor.js';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import { scratchContainer } from '../../../src/testing/scratch-container.js';
import { dockerContext } from '../docker-context.js';
import { mux } from './mux.js';

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
