import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { launchShell } from '../../../src/runs/shell/integration/launch-shell.js';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import { sized } from '../../soak.js';

it.each(['bash', 'zsh', 'fish', 'dash'])(
  '%s whose pane is closed while it starts leaves no file',
  async (shell) => {
    const folder = await mkdtemp(join(tmpdir(), 'mux-early-'));
    await using server = await isolatedTmux();
    const session = await server.tmux.ensureSession('early');
    const { command, env } = launchShell('0123456789abcdef', shell);
    for (let i = 0; i < sized(40, 400); i++) {
      const pane = await session.newWindow({ command, env: { ...env, TMPDIR: folder, HOME: folder } });
      // At another moment of its start each time.
      await delay(i % 20);
      await pane.kill();
    }
    const left = async (): Promise<string[]> =>
      (await readdir(folder)).filter((name) => name.startsWith('muxwright-'));
    await expect.poll(left).toEqual([]);
    await server[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  },
);
