import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { launchShell } from '../../../src/shells/integration/launch-shell.js';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import { sized } from '../../soak.js';
import { shellHome } from './shell-home.js';

it.each(['bash', 'zsh', 'fish', 'dash'])(
  '%s whose pane is closed while it starts leaves no file',
  async (shell) => {
    await using home = await shellHome('.none', '');
    const folder = join(home.folder, 'tmp');
    await mkdir(folder);
    await using server = await isolatedTmux();
    const session = await server.tmux.ensureSession('early');
    const { command, env } = launchShell('0123456789abcdef', shell);
    for (let i = 0; i < sized(40, 400); i++) {
      const pane = await session.newWindow({ command, env: { ...home.env, ...env, TMPDIR: folder } });
      // At another moment of its start each time.
      await delay(i % 20);
      await pane.kill();
    }
    const left = async (): Promise<string[]> =>
      (await readdir(folder)).filter((name) => name.startsWith('muxwright-'));
    await expect.poll(left).toEqual([]);
  },
);
