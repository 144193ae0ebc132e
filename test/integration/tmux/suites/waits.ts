import { expect, it } from 'vitest';
import { scriptedProgram } from '../../../../src/testing/scripted-program.js';
import type { StartTmux } from '../places.js';

/** Waiting for what a program does. */
export function waitsSuite(start: StartTmux): void {
  it('sees a conversation through: prompt, answer, result, end', async () => {
    await using server = await start();
    const session = await server.tmux.ensureSession('main');
    await server.tmux.globalOptions.set('remain-on-exit', 'on');
    const pane = await session.newWindow({
      command: scriptedProgram([
        { readLine: true, prompt: 'Your name: ' },
        { echoAnswer: { before: 'Hello, ', after: '!\n' } },
        { readLine: true, prompt: 'Password: ', hidden: true },
        { print: '\nDone.\n' },
        { readLine: true },
        { exit: 3 },
      ]),
    });
    await pane.waitForCursorLine(/name: ?$/);
    await pane.sendText('Ada');
    await pane.sendKeys('Enter');
    await pane.waitForText('Hello, Ada!');
    await pane.waitForCursorLine('Password:');
    await pane.sendText('secret\n');
    await pane.waitForText(/^Done\.$/m);
    await pane.sendKeys('Enter');
    expect(await pane.waitForExit()).toMatchObject({ status: 3 });
    expect(await pane.capture()).not.toContain('secret');
  });

  it('is satisfied at once by what is there already', async () => {
    await using server = await start();
    const session = await server.tmux.ensureSession('main');
    const pane = await session.newWindow({
      command: scriptedProgram([{ print: 'ready' }, { readLine: true }]),
    });
    await pane.waitForText('ready');
    expect((await pane.waitForText('ready')).rows[0]).toBe('ready');
  });

  it('finds text that the terminal wrapped', async () => {
    await using server = await start();
    const session = await server.tmux.ensureSession('sized', { size: { width: 20, height: 10 } });
    const pane = await session.newWindow({
      command: scriptedProgram([
        { print: 'the quick brown fox jumps over the lazy dog' },
        { readLine: true },
      ]),
    });
    await pane.waitForText('brown fox jumps over');
    await pane.waitForCursorLine(/^the quick .* lazy dog$/);
  });

  it('waits for quiet, however long the noise before it', async () => {
    await using server = await start();
    const session = await server.tmux.ensureSession('main');
    const script = 'i=0; while [ $i -lt 8 ]; do i=$((i+1)); echo tick $i; sleep 0.1; done; exec cat';
    const pane = await session.newWindow({ command: ['sh', '-c', script] });
    const screen = await pane.waitForQuiet(10_000);
    expect(screen.rows).toContain('tick 8');
  });

  it('waits for a condition of the caller', async () => {
    await using server = await start();
    const session = await server.tmux.ensureSession('main');
    const pane = await session.newWindow({
      command: scriptedProgram([{ sleepMs: 50 }, { alternateScreen: true }, { readLine: true }]),
    });
    expect((await pane.waitForScreen((screen) => screen.alternate)).alternate).toBe(true);
  });

  it('notices the end of programs that end at any moment, with and without remain-on-exit', async () => {
    await using server = await start();
    const session = await server.tmux.ensureSession('main');
    const exits = await Promise.all(
      [0, 0.01, 0.05, 0.3, 1.2].map(async (seconds) => {
        const pane = await session.newWindow({ command: ['sleep', String(seconds)] });
        return pane.waitForExit();
      }),
    );
    // Unknown where one had ended before it was waited for.
    for (const { status, signal } of exits)
      expect([
        [0, undefined],
        [undefined, undefined],
      ]).toContainEqual([status, signal]);
    await server.tmux.globalOptions.set('remain-on-exit', 'on');
    const pane = await session.newWindow({ command: ['sh', '-c', 'sleep 0.1; exit 42'] });
    expect(await pane.waitForExit()).toMatchObject({ status: 42 });
    const killed = await session.newWindow({ command: ['sh', '-c', 'kill -9 $$'] });
    expect((await killed.waitForExit()).status).not.toBe(0);
  });

  it('shows the last screen when time runs out', async () => {
    await using server = await start();
    const session = await server.tmux.ensureSession('main');
    const pane = await session.newWindow({
      command: scriptedProgram([{ print: 'still busy' }, { readLine: true }]),
    });
    await pane.waitForText('still busy');
    for (const wait of [
      () => pane.waitForText(/finished/, { timeoutMs: 50 }),
      () => pane.waitForCursorLine('finished', { timeoutMs: 50 }),
      () => pane.waitForExit({ timeoutMs: 50 }),
      () => pane.waitForQuiet(10_000, { timeoutMs: 50 }),
    ]) {
      await expect(wait()).rejects.toMatchObject({
        code: 'TIMEOUT',
        message: expect.stringContaining('The screen was:\nstill busy'),
        details: { screen: 'still busy' },
      });
    }
  });

  it('can be cancelled', async () => {
    await using server = await start();
    const session = await server.tmux.ensureSession('main');
    const pane = await session.newWindow({ command: ['cat'] });
    const controller = new AbortController();
    const wait = pane.waitForText('never', { signal: controller.signal });
    controller.abort();
    await expect(wait).rejects.toMatchObject({ code: 'ABORTED' });
  });

  it('says that the pane was closed meanwhile', async () => {
    await using server = await start();
    const session = await server.tmux.ensureSession('main');
    const pane = await session.newWindow({ command: ['cat'] });
    const stream = pane.text();
    await stream.live;
    const wait = pane.waitForText('never');
    const failed = expect(wait).rejects.toMatchObject({ code: 'PANE_NOT_FOUND' });
    await pane.kill();
    await failed;
  });
}
