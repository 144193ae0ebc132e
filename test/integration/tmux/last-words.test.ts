import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { screenText } from '../../../src/screen/screen.js';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import type { Pane } from '../../../src/tmux/pane.js';
import { sized } from '../../soak.js';
import { compiledProgram } from '../compiled-source.js';

const TIMES = sized(25, 100);
/**
 * Prints its last words when it gets a line, and ends with code 3 in the moment in which tmux has read them, which the answer
 * to a question to the terminal proves. tmux closes the terminal of a program that ends sooner, and drops what it has not read.
 */
const program = [
  'sh',
  '-c',
  `read line; stty -icanon -echo; printf 'last words of %s\\r\\n\\033[6n' "$line"; dd bs=1 count=1 >/dev/null 2>&1; exit 3`,
];

const gone = (pane: Pane) => expect.poll(() => pane.exists(), { timeout: 20_000 }).toBe(false);
const ownOptions = (pane: Pane): Promise<Buffer[]> =>
  pane.tmux.request([
    ['show-options', '-p', '-t', pane.id],
    ['show-hooks', '-p', '-t', pane.id],
  ]);

describe('a program that prints and ends at once', () => {
  it('is read to its last word, and its pane closes', async () => {
    await using server = await isolatedTmux();
    const session = await server.tmux.ensureSession('main');
    for (let i = 0; i < TIMES; i++) {
      const pane = await session.newWindow({ command: program });
      const waiting = pane.waitForExit();
      await expect.poll(() => pane.options.get('remain-on-exit')).toBe('on');
      await pane.sendText(`number ${i}\r`);
      const { status, screen } = await waiting;
      expect(screen && screenText(screen)).toContain(`last words of number ${i}`);
      expect(status).toBe(3);
      expect(await pane.exists()).toBe(false);
    }
  });

  it('closes its pane with the hook that tmux has for that', async () => {
    await using server = await isolatedTmux({
      config: 'set-hook -g pane-exited "set-option -g @exited yes"\n',
    });
    const session = await server.tmux.ensureSession('main');
    const pane = await session.newWindow({ command: program });
    const waiting = pane.waitForExit();
    await expect.poll(() => pane.options.get('remain-on-exit')).toBe('on');
    await pane.sendText('x\r');
    await waiting;
    await expect.poll(() => server.tmux.globalOptions.get('@exited')).toBe('yes');
  });

  it.each(['', 'off'])('leaves the options of a pane as they were (%j)', async (own) => {
    await using server = await isolatedTmux();
    const session = await server.tmux.ensureSession('main');
    const pane = await session.newWindow({ command: program });
    if (own !== '') await pane.options.set('remain-on-exit', own);
    const before = await ownOptions(pane);
    const stop = new AbortController();
    const waits = [0, 1].map(() => pane.waitForExit({ signal: stop.signal }));
    await expect
      .poll(async () => (await pane.options.get('@muxwright_holds'))?.split(',').length)
      .toBe(waits.length + 1);
    stop.abort();
    for (const wait of waits) await expect(wait).rejects.toMatchObject({ code: 'ABORTED' });
    expect(await ownOptions(pane)).toEqual(before);
    await pane.sendText('x\r');
    await gone(pane);
  });

  it('closes its pane also when the process that waits for it was killed', async () => {
    const fixture = await compiledProgram(new URL('./fixtures/wait-for-exit.ts', import.meta.url));
    await using server = await isolatedTmux();
    const session = await server.tmux.ensureSession('main');
    const pane = await session.newWindow({ command: program });
    const child = spawn(process.execPath, [fixture, server.address, pane.id], { stdio: 'inherit' });
    await expect.poll(() => pane.options.get('remain-on-exit'), { timeout: 20_000 }).toBe('on');
    child.kill('SIGKILL');
    await once(child, 'exit');
    await pane.sendText('x\r');
    await gone(pane);
  });
});
