import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import { connect } from '../../../src/tmux/connect.js';
import type { Tmux } from '../../../src/tmux/tmux.js';
import { patience } from '../../patience.js';
import { sized } from '../../soak.js';
import { compiledSource } from '../compiled-source.js';

/** What a person at the same server may notice of us: nothing. */
describe('etiquette', () => {
  it('creates no session or window of its own, and none stays when it goes', async () => {
    await using server = await isolatedTmux();
    const before = await shape(server.tmux);
    for (let i = 0; i < 5; i++) {
      await using client = await connect(server.address, patience);
      const [pane] = await client.panes();
      await using stream = client.pane(pane?.id ?? '').text();
      await stream.live;
      expect(await shape(client)).toEqual(before);
    }
    expect(await shape(server.tmux)).toEqual(before);
  });

  it('leaves no client behind when it is closed', async () => {
    await using server = await isolatedTmux();
    const clients = async (): Promise<number> => (await server.tmux.command('list-clients')).length;
    expect(await clients()).toBe(1);
    const other = await connect(server.address, patience);
    const [pane] = await other.panes();
    const stream = other.pane(pane?.id ?? '').text();
    await stream.live;
    expect(await clients()).toBe(3);
    await other.close();
    // The server hears a moment later that the processes of the clients are gone.
    await expect.poll(clients).toBe(1);
  });

  it('never resizes the windows of a person who is attached, nor counts as one', async () => {
    await using server = await isolatedTmux({ config: 'set -g status off' });
    const { tmux } = server;
    // A person: a real client with a terminal of 61 by 17, in a pane of another server.
    await using desk = await isolatedTmux();
    const seat = await desk.tmux.ensureSession('desk', {
      size: { width: 61, height: 17 },
      command: ['sh', '-c', `unset TMUX; exec tmux -L ${server.socket} attach -t main`],
      windowName: 'seat',
    });
    const attached = async (): Promise<boolean> => (await tmux.sessions())[0]?.attached === 1;
    await until(tmux, attached);
    const size = async (): Promise<number[]> =>
      (await tmux.windows()).flatMap(({ width, height }) => [width, height]);
    // The windows take the size of the person's terminal a moment after the person is there.
    await expect.poll(size).toEqual([61, 17]);
    await using other = await connect(server.address, patience);
    const [pane] = await other.panes();
    await using stream = other.pane(pane?.id ?? '').text();
    await stream.live;
    await other.pane(pane?.id ?? '').sendText('echo hello\n');
    await other.pane(pane?.id ?? '').waitForText(/^hello$/m);
    expect(await size()).toEqual([61, 17]);
    expect((await tmux.sessions())[0]?.attached).toBe(1);
    await seat.kill();
    await until(tmux, async () => !(await attached()));
  });

  it('rather stays in a session that does not end when its last client leaves', async () => {
    await using server = await isolatedTmux();
    const { tmux } = server;
    await tmux.ensureSession('aaa');
    const [current] = await tmux.command('display-message', '-p', '#{session_id}');
    await tmux.command('set-option', '-t', current ?? '', 'destroy-unattached', 'on');
    await using other = await connect(server.address, patience);
    const [chosen] = await other.command('display-message', '-p', '#{session_id}');
    expect(chosen).not.toBe(current);
  });

  it('does not bring its own environment into sessions', async () => {
    await using server = await isolatedTmux();
    const session = await server.tmux.ensureSession('main');
    const before = await session.environment.all();
    vi.stubEnv('DISPLAY', ':muxwright-test');
    try {
      await using client = await connect(server.address, patience);
      await client.sessions();
      expect(await session.environment.all()).toEqual(before);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it('works from inside tmux, with the server that it was told', async () => {
    await using server = await isolatedTmux();
    vi.stubEnv('TMUX', '/nowhere/else,1,0');
    try {
      await using client = await connect(server.address, patience);
      expect((await client.sessions()).map(({ name }) => name)).toEqual(['main']);
      expect(client.server?.pid).toBe(server.tmux.server?.pid);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it('takes no server down when many clients of many processes come and go at once', async () => {
    await using server = await isolatedTmux();
    const source = await compiledSource();
    const pid = server.tmux.server?.pid;
    const fixture = fileURLToPath(new URL('./fixtures/come-and-go.mjs', import.meta.url));
    const run = promisify(execFile);
    const others = Array.from({ length: sized(4, 6) }, () =>
      run(process.execPath, [fixture, source.index, server.address, String(sized(3, 8))]),
    );
    const own = Array.from({ length: sized(5, 10) }, async () => {
      await using client = await connect(server.address, patience);
      await client.sessions();
    });
    await Promise.all([...others, ...own]);
    await expect.poll(() => server.tmux.command('list-clients')).toHaveLength(1);
    expect(server.tmux.server?.pid).toBe(pid);
  }, 300_000);
});

async function shape(tmux: Tmux): Promise<unknown> {
  // Names of windows follow what runs in them, and so may change by themselves.
  const windows = (await tmux.windows()).map(({ name: _, ...rest }) => rest);
  return [await tmux.sessions(), windows, (await tmux.panes()).map(({ id }) => id)];
}

/** Asks again whenever tmux tells of a change. */
async function until(tmux: Tmux, condition: () => Promise<boolean>): Promise<void> {
  for (;;) {
    const change = new Promise<void>((resolve) => tmux.once('notification', () => resolve()));
    if (await condition()) return;
    await change;
  }
}
