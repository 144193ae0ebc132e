import { describe, expect, it } from 'vitest';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import type { Tmux } from '../../../src/tmux/tmux.js';
import { openRuns } from './open-runs.js';

/** What people who work in the same session notice of runs: a name in the status line. */
describe('runs beside people', () => {
  it('changes no window, pane, size or layout of people who are attached [A3]', async () => {
    await using runs = await openRuns({ address: 'local', options: { timeoutMs: 60_000 } });
    const { tmux } = runs;
    const session = await tmux.ensureSession('main');
    // Else its name follows what runs in it, and the shell may still be starting.
    await tmux.command('rename-window', '-t', '=main:', 'first');
    const own = await session.newWindow({ command: ['cat'], name: 'own', select: true });
    await own.split({ command: ['cat'], direction: 'right' });
    await using person = await attach(runs.server.socket, { width: 71, height: 19 });
    await expect.poll(async () => (await tmux.sessions())[0]?.attached).toBe(1);
    // The windows take the size of the person's terminal a moment after the person is there.
    const width = async (): Promise<number | undefined> =>
      (await tmux.windows()).find(({ name }) => name === 'own')?.width;
    await expect.poll(width).toBe(71);
    const before = await settledLook(tmux);
    const run = await runs.automation.start(
      runs.address,
      'printf "\\a\\033]2;title\\007\\033kname\\033\\\\"; echo done; cat',
      { session: 'main', size: { width: 150, height: 50 } },
    );
    await run.waitForText('done');
    await own.sendText('still mine\n');
    await own.waitForText('still mine\nstill mine');
    expect(await look(tmux)).toEqual(before);
    const [flags] = await tmux.command(
      'display-message',
      '-p',
      '-t',
      run.paneId,
      '#{window_flags}#{window_name}',
    );
    expect(flags).toBe(`auto:${run.id}`);
    expect((await tmux.pane(own.id).capture()).trim().split('\n')).toEqual(['still mine', 'still mine']);
    await run.end({ graceMs: 100 });
    expect(await look(tmux)).toEqual(before);
    expect(person).toBeDefined();
  });

  it('does not mind people who come and go [A22]', async () => {
    await using runs = await openRuns({ address: 'local', options: { timeoutMs: 60_000 } });
    const { tmux, automation, address } = runs;
    const count = 40;
    const script = `i=0; while [ $i -lt ${count} ]; do i=$((i+1)); echo "line $i"; read x; done`;
    const run = await automation.start(address, script, { session: 'main', interactive: false });
    for (let i = 0; i < 4; i++) {
      await using person = await attach(runs.server.socket, { width: 60 + i, height: 15 });
      await expect.poll(async () => (await tmux.sessions()).some(({ attached }) => attached > 0)).toBe(true);
      for (let n = 0; n < count / 4; n++) {
        await run.waitForText(`line ${i * 10 + n + 1}`);
        await run.send('');
      }
      expect(person).toBeDefined();
    }
    expect(await run.finished()).toMatchObject({ code: 0 });
    const texts = (await run.harvest(0, { form: 'plain' })).entries.map(({ text }) => text);
    expect(texts.filter((text) => text !== '')).toEqual([...Array(count).keys()].map((i) => `line ${i + 1}`));
  });
});

async function attach(socket: string, size: { width: number; height: number }): Promise<AsyncDisposable> {
  const desk = await isolatedTmux();
  await desk.tmux.ensureSession('desk', {
    size,
    command: ['sh', '-c', `unset TMUX; exec tmux -L ${socket} attach -t main`],
  });
  return desk;
}

/** What is there when nothing moves any more. */
async function settledLook(tmux: Tmux): Promise<unknown> {
  let last = await look(tmux);
  await expect
    .poll(async () => {
      const before = JSON.stringify(last);
      last = await look(tmux);
      return JSON.stringify(last) === before;
    })
    .toBe(true);
  return last;
}

/** Everything but the windows of runs. */
async function look(tmux: Tmux): Promise<unknown> {
  const windows = (await tmux.windows()).filter(({ name }) => !name.startsWith('auto:'));
  const panes = (await tmux.panes()).filter(({ windowName }) => !windowName.startsWith('auto:'));
  return {
    windows,
    panes: panes.map(({ id, width, height, active, title }) => ({ id, width, height, active, title })),
    // Of clients only people: those of programs have no terminal.
    clients: (
      await tmux.command('list-clients', '-F', '#{client_name} #{client_width} #{client_height} #{window_id}')
    ).filter((client) => client.startsWith('/')),
    alerts: (
      await tmux.command(
        'list-windows',
        '-a',
        '-F',
        '#{window_bell_flag}#{window_activity_flag} #{window_name}',
      )
    ).filter((window) => !/^00 auto:/.test(window)),
  };
}
