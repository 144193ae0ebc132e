import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HostOptions } from '../../../src/hosts/host-options.js';
import { type IsolatedTmux, isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import { scratchContainer } from '../../../src/testing/scratch-container.js';
import { scratchSshd } from '../../../src/testing/scratch-sshd.js';
import { dockerContext } from '../docker-context.js';
import { muxHere } from '../operations/mux-here.js';
import { type OpenOperations, openOperations } from '../operations/open-operations.js';
import { mux } from './mux.js';

interface Far {
  readonly address: string;
  readonly options: HostOptions;
  remove(): Promise<void>;
}

/** A container that the engine of DOCKER_HOST has. */
async function aContainer(): Promise<Far> {
  const { engine, images } = dockerContext();
  const container = await scratchContainer({ engine, image: images.busybox });
  process.env.DOCKER_HOST = engine;
  return { address: container.address, options: { docker: { engine } }, remove: () => container.remove() };
}

/** This machine behind sshd, with a state folder of its own; `ssh` is told where its keys are, as ~/.ssh/config would. */
async function aMachine(folder: string): Promise<Far> {
  const state = join(folder, 'far');
  // What the user's own shell does at a login is not our business.
  const home = join(folder, 'home');
  const sshd = await scratchSshd({ serverConfig: [`SetEnv SHLVL=1 MUXWRIGHT_HOME=${state} HOME=${home}`] });
  const bin = join(folder, 'bin');
  await mkdir(bin);
  const ssh = `#!/bin/sh\nPATH=\${PATH#*:}\nexec ssh -F '${sshd.options.ssh.configFile}' "$@"\n`;
  await writeFile(join(bin, 'ssh'), ssh);
  await chmod(join(bin, 'ssh'), 0o755);
  process.env.PATH = `${bin}:${process.env.PATH}`;
  return {
    address: sshd.address,
    options: sshd.options,
    remove: async () => await sshd[Symbol.asyncDispose](),
  };
}

describe.each([
  ['docker', aContainer],
  ['ssh', aMachine],
] as const)('the command line on a host behind %s', (kind, open) => {
  const { PATH } = process.env;
  let place: OpenOperations;
  let far: Far;
  let server: IsolatedTmux;
  beforeAll(async () => {
    place = await openOperations({ started: false });
    far = await open(place.folder);
    server = await isolatedTmux({ ...far.options, address: far.address, timeoutMs: 30_000 });
  });
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
    await far?.remove();
    await place?.[Symbol.asyncDispose]();
    process.env.PATH = PATH;
  });

  it('runs a command there as if it ran right here', async () => {
    const line = ['run', '--host', server.address, '--', 'sh', '-c', 'echo "there: $TMUX"; exit 3'];
    expect(await mux(line)).toEqual({
      code: 3,
      stdout: expect.stringMatching(new RegExp(`^there: .*${server.socket},`)),
      stderr: '',
    });
    expect((await muxHere('runs', '--host', server.address)).stdout).toContain('exit 3');
  });

  it('starts a worker there, lists it, speaks to it, shows it, prints its log and ends it', async () => {
    const spawned = await muxHere('spawn', 'far', '--host', server.address, '--', 'cat');
    expect(spawned).toMatchObject({ code: 0, stdout: expect.stringContaining('far is running in') });
    expect((await muxHere('ls')).stdout).toMatch(new RegExp(`^far +running .*${kind}://.* cat\n$`));
    expect(await muxHere('wait', 'far', '--idle')).toMatchObject({ code: 0 });
    expect(await muxHere('send', 'far', 'hello there')).toMatchObject({ code: 0 });
    expect(await muxHere('wait', 'far', '--text', 'hello there')).toMatchObject({ code: 0 });
    expect((await muxHere('screen', 'far')).stdout).toContain('hello there');
    // A line is on the screen a moment before it is in the log.
    await expect.poll(async () => (await muxHere('logs', 'far')).stdout).toContain('hello there\n');
    const line = (await muxHere('attach', '--print', 'far')).stdout;
    expect(line).toMatch(
      new RegExp(`^${kind === 'ssh' ? 'ssh .*-t' : 'docker .*exec -it'} .*attach-session`),
    );
    expect(await muxHere('kill', 'far')).toMatchObject({ code: 0 });
    expect(await muxHere('clean', 'far')).toMatchObject({ code: 0 });
  });

  it('takes a picture of a pane there', async () => {
    const pane = await server.tmux.ensureSession('shown', {
      command: ['sh', '-c', String.raw`printf '\033[1;32mgreen\033[0m'; exec cat`],
    });
    const [id = ''] = await server.tmux.command('list-panes', '-t', pane.id, '-F', '#{pane_id}');
    await server.tmux.pane(id).waitForText('green');
    const file = (name: string): string => join(place.folder, name);
    const screen = ['screen', id, '--host', server.address];
    expect(await muxHere(...screen, '--svg', file('s.svg'))).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(await readFile(file('s.svg'), 'utf8')).toMatch(/^<svg.*green.*<\/svg>\s*$/s);
    expect(await muxHere(...screen, '--png', file('s.png'))).toEqual({ code: 0, stdout: '', stderr: '' });
    expect((await readFile(file('s.png'))).subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a');
    expect(await muxHere(...screen, '--ansi')).toMatchObject({ stdout: expect.stringContaining('\x1b[') });
  });
});
