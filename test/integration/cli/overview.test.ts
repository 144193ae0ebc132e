import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { type IsolatedTmux, isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import type { Pane } from '../../../src/tmux/pane.js';
import { muxArgv } from './mux.js';

/** To start takes its time on a busy machine. */
const START = { timeoutMs: 120_000 };

describe('mux overview in a terminal', () => {
  it('shows what works, what to try and the sessions, and follows them until Ctrl-C', async () => {
    await using terminal = await isolatedTmux();
    await using watched = await isolatedTmux();
    const pane = await overviewIn(terminal, watched.address);
    const screen = await pane.waitForText(`Sessions on ${watched.address}`, START);
    const text = screen.lines.join('\n');
    expect(text).toMatch(/^ok {7}Node\.js \d+/m);
    expect(text).toContain(`tmux -L ${watched.socket} new-session -d -s hello`);

    const session = await watched.tmux.ensureSession('newcomer', { command: ['cat'] });
    await pane.waitForText(/^newcomer \(\$1\)$/m);
    // Nothing is told about a window of a session that nobody is attached to, so tmux must have compared.
    const [{ id = '' } = {}] = await session.panes();
    await watched.tmux.pane(id).split({ command: ['sleep', '1000'] });
    await pane.waitForText(/└─ %\d+ {2}sleep/);
    await session.kill();
    await pane.waitForScreen(({ lines }) => !lines.join('\n').includes('newcomer'));

    // The list changes in place: it stands there once, also in what has scrolled away.
    await expect
      .poll(async () => (await pane.capture({ history: 'all' })).match(/Sessions on/g))
      .toHaveLength(1);

    await pane.sendKeys('C-c');
    expect(await pane.waitForExit()).toMatchObject({ status: 0 });
    expect((await watched.tmux.sessions()).map(({ name }) => name)).toEqual(['main']);
  });

  it('sees a server start, end and start again', async () => {
    await using terminal = await isolatedTmux();
    await using watched = await isolatedTmux({ started: false });
    const pane = await overviewIn(terminal, watched.address);
    await pane.waitForText('No tmux session on', START);
    await watched.tmux.ensureSession('first', { command: ['cat'] });
    await pane.waitForText(/^first \(\$0\)$/m);
    await watched.tmux.killServer();
    await pane.waitForText('No tmux session on');
    await watched.tmux.ensureSession('second', { command: ['cat'] });
    await pane.waitForText(/^second \(\$0\)$/m);
    await pane.sendKeys('C-c');
    expect(await pane.waitForExit()).toMatchObject({ status: 0 });
  });
});

describe('mux overview without a terminal', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'prints the list at each change, and ends with 0 on %s',
    async (signal) => {
      await using watched = await isolatedTmux();
      await using overview = startOverview(watched.address);
      await overview.printed('main ($0)');
      await watched.tmux.ensureSession('newcomer', { command: ['cat'] });
      await overview.printed('newcomer ($1)');
      expect(overview.text()).not.toContain('\x1b');
      overview.child.kill(signal);
      expect(await overview.ended).toEqual([0, null]);
    },
  );

  it('prints each change as one line of JSON', async () => {
    await using watched = await isolatedTmux();
    await using overview = startOverview(watched.address, '--json');
    await overview.printed('"name":"main"');
    await watched.tmux.ensureSession('newcomer', { command: ['cat'] });
    await overview.printed('"name":"newcomer"');
    overview.child.kill('SIGTERM');
    expect(await overview.ended).toEqual([0, null]);
    // Only now the last of them is whole for certain.
    for (const line of overview.text().trimEnd().split('\n')) {
      expect(JSON.parse(line)).toMatchObject({ tree: { host: watched.address } });
    }
  });
});

async function overviewIn(terminal: IsolatedTmux, host: string): Promise<Pane> {
  await terminal.tmux.globalOptions.set('remain-on-exit', 'on');
  const session = await terminal.tmux.ensureSession('wide', { size: { width: 150, height: 50 } });
  return session.newWindow({ command: [...muxArgv, 'overview', '--host', host] });
}

function startOverview(host: string, ...options: string[]) {
  const [program = '', ...args] = [...muxArgv, 'overview', '--host', host, ...options];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  return {
    child,
    ended,
    text: () => text,
    printed: async (words: string) => {
      while (!text.includes(words)) await once(child.stdout, 'data');
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
