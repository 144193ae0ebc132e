import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../../src/store/open-store.js';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import { connect } from '../../../src/tmux/connect.js';
import { createWindow } from '../../../src/workers/plain/create-window.js';
import { killSession } from '../../../src/workers/plain/kill-session.js';
import { windowExists } from '../../../src/workers/plain/window-exists.js';
import { Workers } from '../../../src/workers/workers.js';
import { patience } from '../../patience.js';

// tmux looks for its default server in this folder, so that here it is one that nobody else uses.
const before = process.env.TMUX_TMPDIR;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mux-default-'));
  process.env.TMUX_TMPDIR = folder;
});
afterAll(async () => {
  await using tmux = await connect('local', patience);
  await tmux.killServer();
  if (before === undefined) delete process.env.TMUX_TMPDIR;
  else process.env.TMUX_TMPDIR = before;
  // A recorder that has just ended may still write its last line.
  await rm(folder, { recursive: true, maxRetries: 10, retryDelay: 50 });
});

describe('without a socket', () => {
  it('everything goes to the default server, and to no other [W4, W6]', async () => {
    await using other = await isolatedTmux();
    await createWindow('swarm-abc', 'worker1', '/tmp', ['cat']);
    expect(await windowExists('swarm-abc', 'worker1')).toBe(true);
    expect(await windowExists('swarm-abc', 'worker1', null)).toBe(true);
    expect(await windowExists('swarm-abc', 'worker1', other.socket)).toBe(false);
    expect((await other.tmux.sessions()).map(({ name }) => name)).toEqual(['main']);
    await killSession('swarm-abc');
    expect(await windowExists('swarm-abc', 'worker1')).toBe(false);
  });

  it('socket isolation: work on the workers of a socket leaves those of the default server alone [W6, W26, W42]', async () => {
    await using other = await isolatedTmux();
    await using store = await openStore({ path: join(folder, 'muxwright.db') });
    const config = {
      logFolder: join(folder, 'runs'),
      answerMs: 60_000,
      shellStartMs: 60_000,
      connect: patience,
    };
    await using workers = new Workers({ store, config });
    const here = await workers.spawn('here', ['cat'], { cwd: folder });
    const there = await workers.spawn('there', ['cat'], { cwd: folder, socket: other.socket });
    expect(here.tmux).toEqual({ session: there.tmux.session, window: 'here', socket: null });
    expect(there.tmux).toMatchObject({ window: 'there', socket: other.socket });
    await other.tmux.killServer();
    const states = async (): Promise<unknown> => (await workers.ls()).map(({ name, state }) => [name, state]);
    expect(await states()).toEqual([
      ['here', 'running'],
      ['there', 'stopped'],
    ]);
    expect(await workers.clean({ all: true })).toEqual({ cleaned: ['there'], kept: [] });
    expect(await states()).toEqual([['here', 'running']]);
    expect(await workers.kill('here')).toMatchObject({ session: { killed: true } });
  });
});
