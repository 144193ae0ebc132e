import { execFile } from 'node:child_process';
import { readlink } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type IsolatedTmux, isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import { connect } from '../../../src/tmux/connect.js';
import { hasQuirk } from '../../../src/tmux/quirks.js';
import { patience } from '../../patience.js';
import { sized } from '../../soak.js';
import { compiledSource } from '../compiled-source.js';

const fixture = fileURLToPath(new URL('./fixtures/come-and-go.mjs', import.meta.url));
const TIMES = sized(60, 400);

it('is attached to by one piece of a handshake, where tmux needs that', async () => {
  await using server = await isolatedTmux();
  const { tmux } = server;
  if (!tmux.version) throw new Error('unreachable');
  const [pid] = await tmux.command('list-clients', '-F', '#{client_pid}');
  const isPerl = /\/perl[^/]*$/.test(await readlink(`/proc/${pid}/exe`));
  expect(isPerl).toBe(hasQuirk(tmux.version, 'crash-when-clients-come-and-go'));
});

/** Where nothing keeps them apart tmux 3.3a crashes within a second or two. */
describe('clients that come while sessions come and go', () => {
  it('do not crash tmux', async () => {
    await using server = await isolatedTmux();
    await whileSessionsComeAndGo(server, async () => {
      for (let i = 0; i < TIMES; i++) await (await connect(server.address, patience)).close();
    });
  });

  it('do not crash tmux from another process either', async () => {
    const source = await compiledSource();
    await using server = await isolatedTmux();
    await whileSessionsComeAndGo(server, async () => {
      const args = [fixture, source.index, server.address, String(TIMES / 2)];
      await promisify(execFile)(process.execPath, args);
    });
  });
});

async function whileSessionsComeAndGo({ tmux }: IsolatedTmux, work: () => Promise<void>): Promise<void> {
  await tmux.ensureSession('main');
  const pid = tmux.server?.pid;
  let going = true;
  const sessions = async (): Promise<void> => {
    while (going) await (await tmux.ensureSession('passing')).kill();
  };
  const working = work().finally(() => {
    going = false;
  });
  await Promise.all([working, sessions()]);
  expect(tmux.server?.pid).toBe(pid);
}
