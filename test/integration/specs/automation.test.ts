import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type HarvestResult,
  type RunOptions,
  type RunResult,
  type Status,
  TmuxAutomation,
} from '../../../src/index.js';
import {
  type IsolatedTmux,
  type IsolatedTmuxOptions,
  isolatedTmux,
} from '../../../src/testing/isolated-tmux.js';
import type { ConnectOptions } from '../../../src/tmux/connect.js';
import { compiledProgram } from '../compiled-source.js';
import { differentPlaces } from '../tmux/places.js';
import type * as caller from './automation-interface.js';

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'muxwright-specs-'));
  vi.stubEnv('MUXWRIGHT_HOME', home);
});
afterAll(async () => {
  await TmuxAutomation.close();
  vi.unstubAllEnvs();
  await rm(home, { recursive: true });
});

/** What the login files of the user print is none of the output that is compared. */
async function serverWithoutLoginFiles(options: IsolatedTmuxOptions = {}): Promise<IsolatedTmux> {
  const server = await isolatedTmux(options);
  await server.tmux.globalEnvironment.set('HOME', '/nonexistent');
  return server;
}

describe('the exported TmuxAutomation', () => {
  it('is the object of the interface, and so is an instance', async () => {
    const exported: caller.Automation = TmuxAutomation;
    await using instance = new TmuxAutomation();
    const made: caller.Automation = instance;
    for (const automation of [exported, made]) {
      await using server = await serverWithoutLoginFiles();
      const { id, target, session, paneId, logPath } = await automation.run(
        server.address,
        'work',
        'echo one; echo two; exit 4',
        { interactive: false },
      );
      expect({ session, paneId, logPath }).toEqual({
        session: 'work',
        paneId: expect.stringMatching(/^%\d+$/),
        logPath: expect.stringMatching(`/${id}\\.log$`),
      });
      const finished = { state: 'finished', code: 4 };
      await expect.poll(() => automation.status(server.address, target, id)).toMatchObject(finished);
      const { lines, cursor } = await automation.harvest(server.address, id);
      expect(lines.map((line) => line.split(' ')[1])).toEqual(['one', 'two']);
      expect(await automation.harvest(server.address, id, cursor)).toMatchObject({ lines: [], cursor });
      await automation.stop(server.address, target, id);
    }
  });

  it('has types that values of the interface fit, and the other way round', () => {
    const options: RunOptions = { cwd: '/', env: {}, promptDetectors: [] } satisfies caller.RunOptions;
    const asked: caller.RunOptions = options;
    const result: RunResult = { id: 'a', session: 'b', target: 'c', paneId: '%1', logPath: '/d' };
    const given: caller.RunResult = result;
    const states: Status[] = [
      { state: 'running' },
      { state: 'waiting-for-input', prompt: 'Name?' },
      { state: 'finished', code: 0 },
    ] satisfies caller.Status[];
    const seen: caller.Status[] = states;
    const harvest: HarvestResult = { cursor: 0, lines: [] } satisfies caller.HarvestResult;
    const read: caller.HarvestResult = harvest;
    read.lines.push('one');
    result.target = 'e';
    expect([asked, given.target, seen.length, harvest.lines]).toEqual([options, 'e', 3, ['one']]);
  });

  it('takes options that are there without a value, as callers without exactOptionalPropertyTypes give them', async () => {
    await using server = await serverWithoutLoginFiles();
    const options: Record<keyof caller.RunOptions, undefined> = {
      cwd: undefined,
      env: undefined,
      interactive: undefined,
      name: undefined,
      promptDetectors: undefined,
      redactors: undefined,
      timeoutMs: undefined,
    };
    const given = options as unknown as caller.RunOptions;
    const { id, target, paneId } = await TmuxAutomation.run(server.address, 'work', 'exit 5', given);
    const finished = { state: 'finished', code: 5 };
    await expect.poll(() => TmuxAutomation.status(server.address, target, id)).toMatchObject(finished);
    expect(await server.tmux.pane(paneId).exists()).toBe(true);
  });

  it('can be taken apart', async () => {
    await using server = await serverWithoutLoginFiles();
    const { ensureSession, run, status } = TmuxAutomation;
    await ensureSession(server.address, 'apart');
    const { id, target } = await run(server.address, 'apart', 'true', { interactive: false });
    await expect.poll(() => status(server.address, target, id)).toMatchObject({ state: 'finished', code: 0 });
  });

  it('works again after it was closed', async () => {
    await using server = await serverWithoutLoginFiles();
    await TmuxAutomation.ensureSession(server.address, 'before');
    await TmuxAutomation.close();
    await TmuxAutomation.ensureSession(server.address, 'after');
    const names = (await server.tmux.sessions()).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['before', 'after']));
  });
});

/** The object takes no settings: an engine, a kubeconfig or an SSH configuration comes from the user's surroundings. */
async function surroundings({ docker, kubernetes, ssh }: ConnectOptions): Promise<Record<string, string>> {
  if (docker?.engine !== undefined) return { DOCKER_HOST: docker.engine };
  if (kubernetes?.kubeconfig !== undefined) return { KUBECONFIG: kubernetes.kubeconfig };
  if (ssh?.configFile === undefined) return {};
  const real = (await promisify(execFile)('sh', ['-c', 'command -v ssh'])).stdout.trim();
  const script = `#!/bin/sh\nexec '${real}' -F '${ssh.configFile}' "$@"\n`;
  await mkdir(join(home, 'bin'));
  await writeFile(join(home, 'bin', 'ssh'), script, { mode: 0o755 });
  return { PATH: `${join(home, 'bin')}:${process.env.PATH}` };
}

describe.each(differentPlaces)('a program that uses only the exported object ($name)', (place) => {
  it('logs in with a token, and ends without closing anything', async () => {
    await using there = await place.open();
    await using server = await serverWithoutLoginFiles({ ...there.options, address: there.address });
    const program = await compiledProgram(new URL('./fixtures/setup-token.ts', import.meta.url));
    const env = { ...process.env, ...(await surroundings(there.options)) };
    const args = [program, server.address, 'login', 'tok-secret'];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { env, timeout: 200_000 });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({
      session: 'login',
      code: 3,
      waited: true,
      lines: ['sent', 'Paste the token: ****', 'hello Ada: ****'],
    });
  });
});
