import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as muxwright from '../../../src/index.js';
import { type IsolatedTmux, isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import { scratchContainer } from '../../../src/testing/scratch-container.js';
import { connect } from '../../../src/tmux/connect.js';
import type { PaneInfo } from '../../../src/tmux/infos.js';
import { patience } from '../../patience.js';
import { dockerContext } from '../docker-context.js';

const { capturePane, createWindow, ensureSession, killSession, sendKeys, windowExists } = muxwright;

let server: IsolatedTmux;
let socket: string;
beforeAll(async () => {
  server = await isolatedTmux();
  ({ socket } = server);
});
afterAll(() => server[Symbol.asyncDispose]());

/** A session of its own for each test. */
let session: string;
let count = 0;
beforeEach(() => {
  session = `swarm-abc${++count}`;
});

async function panesIn(name: string): Promise<PaneInfo[]> {
  return (await server.tmux.panes()).filter(({ sessionName }) => sessionName === name);
}

describe('sessions', () => {
  it('are the functions of the specification, and the class beside them [W1]', () => {
    const names = [
      'defaultSessionName',
      'ensureSession',
      'killSession',
      'createWindow',
      'windowExists',
      'sendKeys',
      'capturePane',
      'sessionHasOtherWorkers',
      'Workers',
    ] as const;
    for (const name of names) expect(Object.entries(muxwright)).toContainEqual([name, expect.any(Function)]);
  });

  it('are made detached where they are missing, on the socket that was named [W4, W8]', async () => {
    await ensureSession(session, socket);
    const info = (await server.tmux.sessions()).find(({ name }) => name === session);
    expect(info).toMatchObject({ name: session, attached: 0, windows: 1 });
  });

  it('are made once, and by their exact name [W9]', async () => {
    await ensureSession(`${session}1`, socket);
    await ensureSession(session, socket);
    await Promise.all([ensureSession(session, socket), ensureSession(session, socket)]);
    const names = (await server.tmux.sessions()).map(({ name }) => name);
    expect(names.filter((name) => name.startsWith(session)).sort()).toEqual([session, `${session}1`]);
  });

  it('start a server where none runs, and leave other sockets alone [W6, W8]', async () => {
    await using other = await isolatedTmux({ started: false });
    // Not with their names, which follow what runs in them.
    const windows = () => server.tmux.command('list-windows', '-a', '-F', '#{session_name} #{window_id}');
    const before = await windows();
    await ensureSession(session, other.socket);
    await createWindow(session, 'w1', '/tmp', ['cat'], other.socket);
    await killSession(session, other.socket);
    expect(await other.tmux.sessions()).toEqual([]);
    expect(await windows()).toEqual(before);
  });

  it('are killed by their exact name, and nothing is wrong where they are gone [W11]', async () => {
    await ensureSession(`${session}1`, socket);
    await ensureSession(session, socket);
    await killSession(session, socket);
    await killSession(session, socket);
    const names = (await server.tmux.sessions()).map(({ name }) => name);
    expect(names).not.toContain(session);
    expect(names).toContain(`${session}1`);
    await killSession('nowhere', `${socket}-none`);
  });

  it.each(['a.b', 'a:b', '', 'a\nb', '\u0007', 'x'.repeat(1_000_000)])(
    'are refused by names that tmux cannot keep, number %# [W33]',
    async (name) => {
      const refused = { code: 'INVALID_NAME', suggestion: expect.any(String) };
      await expect(ensureSession(name, socket)).rejects.toMatchObject(refused);
      await expect(killSession(name, socket)).rejects.toMatchObject(refused);
      await expect(createWindow(name, 'w', '/tmp', ['cat'], socket)).rejects.toMatchObject(refused);
    },
  );
});

describe('windows', () => {
  it('create window in new session: no session yet, so it is made detached, and bash runs in worker1 [W12, W27]', async () => {
    await createWindow(session, 'worker1', '/tmp', ['bash'], socket);
    const info = (await server.tmux.sessions()).find(({ name }) => name === session);
    expect(info?.attached).toBe(0);
    await expect
      .poll(async () => (await panesIn(session)).find(({ windowName }) => windowName === 'worker1'))
      .toMatchObject({ command: 'bash', cwd: '/tmp' });
  });

  it('create window in existing session: worker2 is added, old is unchanged [W28]', async () => {
    await createWindow(session, 'old', '/tmp', ['cat'], socket);
    const find = async (): Promise<PaneInfo | undefined> =>
      (await panesIn(session)).find(({ windowName }) => windowName === 'old');
    // A program that is still starting changes by itself.
    await expect.poll(find).toMatchObject({ command: 'cat' });
    const before = await find();
    const sessions = (await server.tmux.sessions()).length;
    await createWindow(session, 'worker2', '/tmp', ['bash'], socket);
    const after = await panesIn(session);
    expect((await server.tmux.sessions()).length).toBe(sessions);
    expect(after.map(({ windowName }) => windowName)).toContain('worker2');
    const old = after.find(({ windowName }) => windowName === 'old');
    expect([old?.id, old?.pid, old?.cwd]).toEqual([before?.id, before?.pid, before?.cwd]);
  });

  it('give each element of the command as one argument, exactly [W13]', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'muxwright-workers-'));
    const words = [
      'a b',
      `it's "x"`,
      '$HOME',
      '; touch /tmp/injected',
      '#{pane_id}',
      'two\nlines',
      '',
      '`id`',
      '%1',
    ];
    try {
      const out = join(folder, 'out');
      const script = 'out=$1; shift; printf "%s\\0" "$@" >"$out.new"; mv "$out.new" "$out"; cat';
      await createWindow(session, 'words', folder, ['sh', '-c', script, 'sh', out, ...words], socket);
      const read = (): Promise<string> =>
        server.host.files.read(out).then(
          ({ data }) => data.toString(),
          () => '',
        );
      await expect.poll(read).toBe(words.map((word) => `${word}\0`).join(''));
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('come behind the current one whatever the numbering, of which gaps are left as they are [W14, W36]', async () => {
    await ensureSession(session, socket);
    const [first] = await panesIn(session);
    const { tmux } = server;
    await tmux.command('set-option', '-t', `=${session}:`, 'base-index', '7');
    await tmux.command('move-window', '-s', first?.windowId ?? '', '-t', `=${session}:9`);
    await createWindow(session, 'one', '/tmp', ['cat'], socket);
    await createWindow(session, 'two', '/tmp', ['cat'], socket);
    const panes = await panesIn(session);
    const index = (name: string): number | undefined =>
      panes.find(({ windowName }) => windowName === name)?.windowIndex;
    expect([panes.find(({ id }) => id === first?.id)?.windowIndex, index('two'), index('one')]).toEqual([
      9, 10, 11,
    ]);
  });

  it('check window exists: true for one that is there, false for one that was killed [W15]', async () => {
    expect(await windowExists(session, 'worker1', socket)).toBe(false);
    await createWindow(session, 'worker1', '/tmp', ['cat'], socket);
    expect(await windowExists(session, 'worker1', socket)).toBe(true);
    const asked = vi.spyOn(server.tmux, 'request');
    expect(await windowExists(session, 'worker1', server.tmux)).toBe(true);
    expect(asked).toHaveBeenCalledOnce();
    asked.mockRestore();
    expect(await windowExists(session, 'worker', socket)).toBe(false);
    expect(await windowExists(session, '0', socket)).toBe(false);
    const worker = (await panesIn(session)).find(({ windowName }) => windowName === 'worker1');
    await server.tmux.window(worker?.windowId ?? '').kill();
    expect(await windowExists(session, 'worker1', socket)).toBe(false);
    expect(await windowExists(session, 'worker1', `${socket}-none`)).toBe(false);
  });

  it.each(['../etc', 'a b', 'a/b', 'a.b', '🙂', 'a\u0000', '', '-rf', 'x'.repeat(1_000_000)])(
    'are refused by any other name than letters, digits, dashes and underscores, number %# [W32]',
    async (name) => {
      const refused = { code: 'INVALID_NAME', suggestion: expect.any(String) };
      // No server is there: tmux was not asked.
      const nowhere = `${socket}-none`;
      await expect(createWindow(session, name, '/tmp', ['cat'], nowhere)).rejects.toMatchObject(refused);
      await expect(windowExists(session, name, nowhere)).rejects.toMatchObject(refused);
      await expect(sendKeys(session, name, 'x', true, nowhere)).rejects.toMatchObject(refused);
      await expect(capturePane(session, name, 0, nowhere)).rejects.toMatchObject(refused);
    },
  );
});

describe('text', () => {
  async function reader(): Promise<void> {
    await createWindow(session, 'worker1', '/tmp', ['sh', '-c', 'stty -echo; echo ready; cat'], socket);
    await shows('ready\n');
  }
  const shows = async (text: string): Promise<void> => {
    await expect.poll(() => capturePane(session, 'worker1', 0, socket)).toBe(text);
  };

  it('send text with Enter: it appears, and is submitted by a command of its own [W17]', async () => {
    await reader();
    await sendKeys(session, 'worker1', 'implement feature X', true, socket);
    await shows('ready\nimplement feature X\n');
  });

  it('is typed as it is, names of keys included [W16]', async () => {
    await reader();
    await sendKeys(session, 'worker1', 'Enter C-c $HOME ; "#{x}"', true, socket);
    await shows('ready\nEnter C-c $HOME ; "#{x}"\n');
  });

  it('send text without Enter: it appears, and the cursor stays on its line [W18]', async () => {
    await createWindow(session, 'worker1', '/tmp', ['cat'], socket);
    await sendKeys(session, 'worker1', 'partial', false, socket);
    await shows('partial\n');
    const pane = (await panesIn(session)).find(({ windowName }) => windowName === 'worker1');
    const { cursor } = await server.tmux.pane(pane?.id ?? '').screen();
    expect([cursor.x, cursor.y]).toEqual([7, 0]);
  });

  it('goes to no other window where the one that is meant is missing [W35]', async () => {
    await reader();
    const missing = { code: 'WINDOW_NOT_FOUND', suggestion: expect.any(String) };
    for (const name of ['worker', 'worker11', '0', '1'])
      await expect(sendKeys(session, name, 'lost', true, socket)).rejects.toMatchObject(missing);
    await expect(sendKeys('swarm', 'worker1', 'lost', true, socket)).rejects.toMatchObject(missing);
    await sendKeys(session, 'worker1', 'end', true, socket);
    await shows('ready\nend\n');
  });
});

describe('capture', () => {
  async function printer(script: string): Promise<void> {
    await createWindow(session, 'worker1', '/tmp', ['sh', '-c', `${script}; exec cat`], socket);
  }

  it('capture visible pane content: three lines, and none of the unused rows [W19, W22]', async () => {
    await printer("printf 'line1\\nline2\\nline3\\n'");
    await expect.poll(() => capturePane(session, 'worker1', undefined, socket)).toBe('line1\nline2\nline3\n');
  });

  it('capture with scrollback: all of 500 lines that scrolled off, in order, and only then [W19, W20]', async () => {
    await printer('seq 1 524');
    const last = async (): Promise<string | undefined> =>
      (await capturePane(session, 'worker1', 0, socket)).split('\n').at(-2);
    await expect.poll(last).toBe('524');
    const all = (await capturePane(session, 'worker1', 1000, socket)).trimEnd().split('\n');
    expect(all).toEqual(Array.from({ length: 524 }, (_, i) => String(i + 1)));
    const visible = (await capturePane(session, 'worker1', 0, socket)).trimEnd().split('\n');
    expect(visible).toEqual(all.slice(-visible.length));
    const some = (await capturePane(session, 'worker1', 10, socket)).trimEnd().split('\n');
    expect(some).toEqual(all.slice(-visible.length - 10));
  });

  it('is plain text, or all that tmux gives with the escape codes [W21]', async () => {
    await printer("printf '\\033[31mred\\033[m and plain\\n'");
    await expect.poll(() => capturePane(session, 'worker1', 0, socket)).toBe('red and plain\n');
    const ansi = await capturePane(session, 'worker1', 0, socket, { ansi: true });
    expect(ansi).toBe('\u001b[31mred\u001b[39m and plain\n');
  });

  it('of an empty window is the empty string [W23]', async () => {
    await printer(':');
    expect(await capturePane(session, 'worker1', 0, socket)).toBe('');
    expect(await capturePane(session, 'worker1', 100, socket)).toBe('');
  });

  it('of a missing window is an error of the catalogue [W34]', async () => {
    const missing = { code: 'WINDOW_NOT_FOUND', suggestion: expect.any(String) };
    await expect(capturePane(session, 'worker1', 0, socket)).rejects.toMatchObject(missing);
    await expect(capturePane(session, 'worker1', 0, `${socket}-none`)).rejects.toMatchObject(missing);
  });
});

describe('a host without tmux', () => {
  it('is told to need it [W7]', async () => {
    const { engine, images } = dockerContext();
    await using box = await scratchContainer({ engine, image: images.noTmux });
    await using tmux = await connect(box.address, { ...patience, docker: { engine }, control: false });
    for (const call of [
      () => ensureSession(session, tmux),
      () => createWindow(session, 'w', '/tmp', ['cat'], tmux),
      () => windowExists(session, 'w', tmux),
    ]) {
      await expect(call()).rejects.toMatchObject({
        code: 'TMUX_NOT_INSTALLED',
        message: expect.stringContaining('tmux'),
        suggestion: expect.stringMatching(/install/i),
      });
    }
  });
});
