import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type MuxResult, muxArgv } from '../integration/cli/mux.js';
import { type ScratchMux, scratchMux } from '../integration/cli/scratch-mux.js';
import { startServe } from './start-serve.js';

let machine: ScratchMux;
beforeAll(async () => {
  machine = await scratchMux();
});
afterAll(() => machine[Symbol.asyncDispose]());

/** A folder that somebody else made, with a configuration in it. */
async function project(name: string, text: string): Promise<string> {
  const folder = join(await realpath(machine.folder), name);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'muxwright.yaml'), text);
  return folder;
}

async function muxIn(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<MuxResult> {
  const [command = '', ...words] = [...muxArgv, ...args];
  const child = spawn(command, words, {
    cwd,
    env: { ...process.env, ...machine.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // A server that was not refused would go on.
  onTestFinished(() => void child.kill());
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}

const OWN_ONLY: Readonly<Record<string, string>> = {
  server: 'server:\n  listen: 0.0.0.0\n  port: 1\n',
  recordings: 'recordings:\n  max_total_bytes: 0\n  every_run: true\n',
  store: 'store:\n  url: postgres://them:canary@127.0.0.1:9/theirs\n',
};

describe('the configuration of a folder that somebody else made', () => {
  it.each(Object.entries(OWN_ONLY))(
    'cannot set %s: mux serve names file and section',
    async (section, text) => {
      const folder = await project(`hostile-${section}`, text);
      const served = await muxIn(folder, ['serve', '--port', '0']);
      expect(served.code).toBe(2);
      expect(served.stderr).toContain(
        `'${join(folder, 'muxwright.yaml')}' has a section '${section}', which counts only in your own file.`,
      );
      expect(served.stderr).not.toContain('canary');
    },
  );

  it('removes no recording of a server that is started in it', async () => {
    const pane = await machine.server.tmux.ensureSession('kept', { command: ['cat'] });
    const target = (await pane.panes())[0]?.id ?? '';
    const file = join(machine.folder, 'kept.cast');
    const calm = await project('calm', '');
    expect(await muxIn(calm, ['record', target, '--out', file, '--for', '100ms'])).toMatchObject({ code: 0 });
    await muxIn(await project('hostile-recordings', OWN_ONLY.recordings ?? ''), ['serve', '--port', '0']);
    expect(existsSync(file)).toBe(true);
  });

  it('that is a pipe keeps nobody waiting', async () => {
    const folder = await project('pipe', '');
    await rm(join(folder, 'muxwright.yaml'));
    await promisify(execFile)('mkfifo', [join(folder, 'muxwright.yaml')]);
    const { code, stderr } = await muxIn(folder, ['agents']);
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('is a named pipe') });
  });

  it.each([
    ['outside by its path', '../elsewhere'],
    ['outside by its whole path', '/etc'],
    ['in the home', '~/profiles'],
    ['outside by a link', './linked'],
  ])('names no folder of profiles %s', async (_, path) => {
    const folder = await project('profiles-outside', `tmux_bridge:\n  profiles: ${path}\n`);
    await mkdir(join(machine.folder, 'elsewhere'), { recursive: true });
    await symlink('../elsewhere', join(folder, 'linked')).catch(() => {});
    const { code, stderr } = await muxIn(folder, ['agents']);
    expect(code).toBe(2);
    expect(stderr).toContain(`${join(folder, 'muxwright.yaml')}`);
    expect(stderr).toMatch(/profiles.*inside/);
  });

  it.each([
    ['takes the name of a known one', 'name: claude-code\nprograms: [other]\n', /claude-code/],
    ['takes the program of a known one', 'name: mine\nprograms: [claude]\n', /'claude'/],
    ['knows programs by their titles', "name: mine\nprograms: [other]\ntitles: ['.*']\n", /titles/],
    ['knows programs by a row', "name: mine\nbanner: '.*'\n", /banner/],
    [
      'sends text to a program at work',
      'name: mine\nprograms: [other]\ntext-at-work: true\n',
      /text-at-work/,
    ],
    [
      'types words as keys',
      "name: mine\nprograms: [other]\nkeys: { dismiss: ['rm -rf ~', Enter] }\n",
      /rm -rf/,
    ],
    ['answers by a letter', 'name: mine\nprograms: [other]\nkeys: { submit: [y, Enter] }\n', /'y'/],
  ])('has no profile that %s', async (name, text, reason) => {
    const folder = await project(`profile ${name}`, 'tmux_bridge:\n  profiles: ./profiles\n');
    await mkdir(join(folder, 'profiles'), { recursive: true });
    const rules = 'rules:\n  - { state: idle, input: empty }\n';
    await writeFile(join(folder, 'profiles', 'mine.yaml'), `${text}${rules}`);
    const session = await machine.server.tmux.ensureSession('profiles', { command: ['cat'] });
    const target = (await session.panes())[0]?.id ?? '';
    const { code, stderr } = await muxIn(folder, ['agents', 'status', target]);
    expect(code).toBe(2);
    expect(stderr).toContain(join(folder, 'profiles', 'mine.yaml'));
    expect(stderr).toMatch(reason);
  });

  it('is named on stderr once, in the log of the server, and by mux doctor, where it is used', async () => {
    const folder = await project('friendly', 'tmux_bridge:\n  text_enter_delay_ms: 80\n');
    const file = join(folder, 'muxwright.yaml');
    const listed = await muxIn(folder, ['agents']);
    expect(listed.code).toBe(0);
    expect(listed.stderr.split(file)).toHaveLength(2);
    const { stdout } = await muxIn(folder, ['doctor', '--json']);
    const { checks } = JSON.parse(stdout) as { checks: { id: string; facts: object }[] };
    expect(checks.find(({ id }) => id === 'config')).toMatchObject({
      status: 'warning',
      facts: { projectFile: file },
    });
    const log = join(machine.folder, 'serve.log');
    await using server = await startServe({ cwd: folder, env: machine.env, args: ['--log-file', log] });
    expect(await server.stop()).toContain(file);
    expect(await readFile(log, 'utf8')).toContain(file);
    const { stderr } = await muxIn(machine.folder, ['agents']);
    expect(stderr).toBe('');
  });

  it('adds to the configuration of the user, and leaves the rest of that as it is', async () => {
    const folder = await project('added', 'tmux_bridge:\n  text_enter_delay_ms: 80\n');
    const own = join(machine.folder, 'home', '.config', 'muxwright');
    await mkdir(own, { recursive: true });
    await writeFile(join(own, 'muxwright.yaml'), 'server:\n  listen: not-an-address.invalid\n');
    const served = await muxIn(folder, ['serve', '--port', '0']);
    expect(served.code).not.toBe(0);
    expect(served.stderr).toContain('not-an-address.invalid');
    // The file that the user names counts instead of both.
    const named = join(machine.folder, 'named.yaml');
    await writeFile(named, 'server:\n  listen: another.invalid\n');
    const other = await muxIn(folder, ['serve', '--port', '0'], { MUXWRIGHT_CONFIG: named });
    expect(other.stderr).toContain('another.invalid');
    expect(other.stderr).not.toContain(folder);
  });
});
