import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { sendInput } from '../../../src/runs/send-input.js';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import { patience } from '../../patience.js';
import { sized } from '../../soak.js';
import { compiledSource } from '../compiled-source.js';

const KILLS = sized(6, 50);
const LONGEST_MS = 40;
const program = fileURLToPath(new URL('./fixtures/send-lines.mjs', import.meta.url));

describe('a sender that is killed at any moment', () => {
  it.each(['input', 'secret', 'long', 'plain'])(
    'leaves whole lines only, so that the next line stands alone: %s',
    async (way) => {
      const { index } = await compiledSource();
      const folder = await mkdtemp(join(tmpdir(), 'muxwright-killed-sender-'));
      await using server = await isolatedTmux(patience);
      const read = join(folder, 'read');
      const command = ['sh', '-c', 'stty -echo; echo reads; exec cat >"$0"', read];
      const session = await server.tmux.ensureSession('work');
      const pane = await session.newWindow({ name: 'reader', command });
      await pane.waitForText('reads');

      for (let kill = 0; kill < KILLS; kill++) {
        const sender = spawn(process.execPath, [program, index, server.address, pane.id, `${kill}`, way], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        const ended = once(sender, 'exit');
        await once(sender.stdout, 'data');
        await delay(Math.random() * LONGEST_MS);
        sender.kill('SIGKILL');
        await ended;
        await sendInput(server.tmux, pane, `next ${kill}`);
      }
      await sendInput(server.tmux, pane, 'last');
      await expect.poll(() => readFile(read, 'utf8')).toMatch(/last\n$/);

      const lines = (await readFile(read, 'utf8')).trimEnd().split('\n');
      const whole = /^(?:line \d+ \d+ \.{60} end|next \d+|last)$/;
      expect(lines.filter((line) => !whole.test(line))).toEqual([]);
      expect(lines.filter((line) => line.startsWith('next'))).toHaveLength(KILLS);
      await rm(folder, { recursive: true, force: true });
    },
  );
});
