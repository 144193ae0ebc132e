import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, lchown, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Host } from '../../src/hosts/host.js';
import { openHost } from '../../src/hosts/open-host.js';
import { TOOLS_SCRIPT } from '../../src/recorder/host-tools-script.js';
import { type MuxResult, muxArgv } from '../integration/cli/mux.js';
import { type ScratchMux, scratchMux } from '../integration/cli/scratch-mux.js';
import { differentPlaces, type OpenPlace } from '../integration/tmux/places.js';

const NOBODY = 65_534;
/** Only root can make folders as another user. */
const isRoot = process.getuid?.() === 0;

let machine: ScratchMux;
beforeAll(async () => {
  machine = await scratchMux();
});
afterAll(() => machine[Symbol.asyncDispose]());

async function run(argv: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<MuxResult> {
  const [command = '', ...words] = argv;
  const child = spawn(command, words, {
    env: { ...process.env, ...machine.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
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

type Squat = (path: string) => Promise<void>;

const byOwner: Squat = async (path) => {
  await mkdir(path, { mode: 0o700 });
  await chown(path, NOBODY, NOBODY);
};
const byMode: Squat = async (path) => {
  await mkdir(path);
  await chmod(path, 0o777);
};
const byLink: Squat = async (path) => {
  await mkdir(`${path}-elsewhere`, { mode: 0o700 });
  await symlink(`${path}-elsewhere`, path);
  await lchown(path, NOBODY, NOBODY);
};
const byFile: Squat = (path) => writeFile(path, '');

const WAYS: readonly [string, Squat, string, boolean][] = [
  ['belongs to another user', byOwner, `belongs to another user (uid ${NOBODY})`, true],
  ['everybody can write to', byMode, 'can be written to by other users (mode 777)', false],
  ['another user made a link', byLink, `is a symbolic link of another user (uid ${NOBODY})`, true],
];

describe('a state folder that', () => {
  it.for(WAYS)('%s is refused, with what to do', async ([name, squat, reason, asRoot], { skip }) => {
    if (asRoot && !isRoot) skip('only root can make folders as another user');
    const state = join(machine.folder, `state ${name}`);
    await squat(state);
    for (const words of [['runs'], ['serve', '--port', '0'], ['run', '--', 'true']]) {
      const { code, stderr } = await run([...muxArgv, ...words], { MUXWRIGHT_HOME: state });
      expect({ words, code }).toEqual({ words, code: 1 });
      expect(stderr).toContain(`'${state}', the state folder, ${reason}.`);
      expect(stderr).toContain('MUXWRIGHT_HOME');
    }
    const { stdout } = await run([...muxArgv, 'doctor', '--json'], { MUXWRIGHT_HOME: state });
    const { checks } = JSON.parse(stdout) as { checks: { id: string; status: string; detail: string }[] };
    expect(checks.find(({ id }) => id === 'store')).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining(reason),
    });
  });

  it('is a file is refused', async () => {
    const state = join(machine.folder, 'state-file');
    await byFile(state);
    const { code, stderr } = await run([...muxArgv, 'runs'], { MUXWRIGHT_HOME: state });
    expect(code).toBe(1);
    expect(stderr).toContain(state);
  });
});

describe('a folder in the state folder', () => {
  it.skipIf(!isRoot)('for recordings that belongs to another user is refused', async () => {
    const state = join(machine.folder, 'state-recordings');
    await mkdir(state, { mode: 0o700 });
    await byOwner(join(state, 'recordings'));
    const session = await machine.server.tmux.ensureSession('recorded', { command: ['cat'] });
    const [pane] = await session.panes();
    const { code, stderr } = await run([...muxArgv, 'record', pane?.id ?? '', '--for', '1s'], {
      MUXWRIGHT_HOME: state,
    });
    expect(code).toBe(1);
    expect(stderr).toContain(
      `'${join(state, 'recordings')}', the recordings folder, belongs to another user`,
    );
  });

  it.skipIf(!isRoot)('for hooks that belongs to another user is refused', async () => {
    const state = join(machine.folder, 'state-hooks');
    await mkdir(state, { mode: 0o700 });
    await byOwner(join(state, 'hooks'));
    const env = { MUXWRIGHT_HOME: state, CLAUDE_CONFIG_DIR: join(machine.folder, 'claude') };
    const { code, stderr } = await run([...muxArgv, 'hooks', 'install'], env);
    expect(code).toBe(1);
    expect(stderr).toContain(`'${join(state, 'hooks')}', a folder for hooks, belongs to another user`);
  });
});

describe('the folder for locks and sockets', () => {
  const ENVIRONMENT =
    'export MUXWRIGHT_HOME=/tmp/state HOME=/tmp/home TMUX_TMPDIR=/tmp TMPDIR=/tmp; unset XDG_RUNTIME_DIR; mkdir -m 700 /tmp/state /tmp/home';
  const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
  /** In a mount namespace with its own `/tmp`, so that the name in it is not the one that this machine uses. */
  const inOwnTmp = (script: string): Promise<MuxResult> =>
    run([
      'unshare',
      '-m',
      'sh',
      '-c',
      // The project may lie in /tmp itself: it is kept in sight at another place.
      `mount --bind '${root}' /mnt && mount -t tmpfs -o mode=1777 none /tmp && ${ENVIRONMENT} && cd / && ${script}`,
      'sh',
      ...muxArgv.map((word) => word.replace(root, '/mnt')),
    ]);

  it.skipIf(!isRoot).each([
    [
      'belongs to another user',
      `setpriv --reuid ${NOBODY} --clear-groups mkdir /tmp/muxwright-0`,
      'belongs to',
    ],
    [
      'is a link of another user',
      `setpriv --reuid ${NOBODY} --clear-groups ln -s /var /tmp/muxwright-0`,
      'is a symbolic',
    ],
    ['is a file', `setpriv --reuid ${NOBODY} --clear-groups touch /tmp/muxwright-0`, 'is not a folder'],
    ['others can look into', 'mkdir -m 755 /tmp/muxwright-0', 'can be read by other users'],
  ])('that %s is refused', async (_, squat, reason) => {
    const { code, stderr } = await inOwnTmp(`${squat} && "$@" run -- true`);
    expect(stderr).toContain(`'/tmp/muxwright-0', the folder for locks and sockets, ${reason}`);
    expect(stderr).toContain('XDG_RUNTIME_DIR');
    expect(code).toBe(1);
  });
});

describe.each(differentPlaces)('the folder for logs on $name', (place) => {
  let opened: OpenPlace;
  let host: Host;
  let scratch: string;
  beforeAll(async () => {
    opened = await place.open();
    host = await openHost(opened.address, opened.options);
    scratch = (await host.script('mktemp -d')).stdout.toString().trim();
  });
  afterAll(async () => {
    await host?.files.remove(scratch);
    await host?.close();
    await opened?.[Symbol.asyncDispose]();
  });

  /** What is wrong with it, and which folder it is. */
  const chosen = async (script: string): Promise<string[]> => {
    const { stdout } = await host.script(`${script}\n${TOOLS_SCRIPT}`, ['']);
    return stdout.toString().split('\0').slice(6, 8);
  };

  it('is refused where another user owns or can write to the state folder, or made a link of it', async () => {
    const root = (await host.script('id -u')).stdout.toString().trim() === '0';
    const made = (name: string, squat: string): string =>
      `x='${scratch}/${name}'; mkdir -p '${scratch}'; ${squat}; MUXWRIGHT_HOME=$x; set -- ''`;
    expect(await chosen(made('open', 'mkdir "$x"; chmod 777 "$x"'))).toEqual(['open', `${scratch}/open`]);
    expect(await chosen(made('group', 'mkdir "$x"; chmod 770 "$x"'))).toEqual(['open', `${scratch}/group`]);
    const planted = 'mkdir -p "$x/runs"; chmod 777 "$x/runs"; : > "$x/runs/planted"';
    expect(await chosen(made('planted', `umask 022; ${planted}`))).toEqual([
      'open',
      `${scratch}/planted/runs`,
    ]);
    if (!root) return;
    expect(await chosen(made('theirs', `mkdir "$x"; chown ${NOBODY} "$x"`))).toEqual([
      'owner',
      `${scratch}/theirs`,
    ]);
    const link = `mkdir "$x-real"; ln -s "$x-real" "$x"; chown -h ${NOBODY} "$x"`;
    expect(await chosen(made('link', link))).toEqual(['link', `${scratch}/link`]);
  });
});
