import { describe, expect, it } from 'vitest';
import type { MuxError } from '../../../src/model/mux-error.js';
import { keys } from '../../../src/shells/integration/marks-of-shell.js';
import { attachShell, openShell } from '../../../src/shells/open-shell.js';
import { ShellPane } from '../../../src/shells/shell-pane.js';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import { connect } from '../../../src/tmux/connect.js';
import { patience } from '../../patience.js';

const env = { HOME: '/nonexistent' };

describe.each(['bash', 'zsh', 'fish', 'dash', 'busybox'])('several clients of one %s', (name) => {
  it('take turns when they wait', async () => {
    await using server = await isolatedTmux();
    const first = await openShell(await server.tmux.ensureSession('work'), { shell: name, env });
    await using tmux = await connect(server.address, patience);
    const second = await attachShell(tmux.pane(first.pane.id));
    const words = Array.from({ length: 12 }, (_, i) => `word-${i}`);
    const results = await Promise.all(
      words.map((word, i) => (i % 2 ? first : second).exec(`echo ${word}`, { when: 'idle' })),
    );
    expect(results.map(({ output }) => output)).toEqual(words.map((word) => `${word}\n`));
    const text = await first.pane.capture({ history: 'all' });
    expect(text).not.toContain('__mux');
  });

  it('do not run two commands at once', async () => {
    await using server = await isolatedTmux();
    const first = await openShell(await server.tmux.ensureSession('work'), { shell: name, env });
    await using tmux = await connect(server.address, patience);
    const second = await attachShell(tmux.pane(first.pane.id));
    const codes: string[] = [];
    const all = [first, second, first, second].map((shell) =>
      shell.exec(`printf 'u%s\\n' p; head -n 1`).then(
        () => codes.push('ran'),
        ({ code }: MuxError) => codes.push(code),
      ),
    );
    // The one that runs waits until the others were refused.
    await expect.poll(() => codes).toEqual(['SHELL_BUSY', 'SHELL_BUSY', 'SHELL_BUSY']);
    // Others are refused from the moment on in which it has its turn, when the shell still reads its command.
    await first.pane.waitForText(/^up$/m);
    await first.pane.sendText('\n');
    await Promise.all(all);
    expect(codes.at(-1)).toBe('ran');
  });
});

describe('a shell whose client is lost', () => {
  it.each([
    ['before it was told anything', keys.abandon],
    ['while it reads a command', keys.polite],
  ])('is free again when the client that had the turn is gone, %s', async (_when, bytes) => {
    for (const kind of ['bash', 'zsh'] as const) {
      await using server = await isolatedTmux();
      const shell = await openShell(await server.tmux.ensureSession('work'), { shell: kind, env });
      const [nonce = ''] = ((await shell.pane.options.get('@muxwright_shell')) ?? '').split(' ');
      const tmux = await connect(server.address, patience);
      const other = new ShellPane(tmux, tmux.pane(shell.pane.id), nonce, kind);
      expect(await other.claim(await other.state(), bytes)).toBeDefined();
      await expect(shell.exec('echo mine')).rejects.toMatchObject({
        code: 'SHELL_BUSY',
        message: expect.stringContaining('another exec'),
      });
      await tmux.close();
      expect(await shell.exec('echo mine', { when: 'idle' })).toMatchObject({ output: 'mine\n' });
    }
  });

  it('tells that output is missing where the connection broke, and the exit code all the same', async () => {
    await using server = await isolatedTmux();
    const { tmux } = server;
    const shell = await openShell(await tmux.ensureSession('work'), { shell: 'bash', env });
    const running = shell.exec('echo begun; read x; echo lost; (exit 7)');
    await shell.pane.waitForText(/^begun$/m);
    const [own] = await tmux.command('display-message', '-p', '#{client_name}');
    const clients = await tmux.command('list-clients', '-F', '#{client_name}');
    const watchers = clients.filter((client) => client !== own);
    expect(watchers).toHaveLength(1);
    await tmux.request([
      ...watchers.map((client) => ['detach-client', '-t', client] as const),
      ['send-keys', '-t', shell.pane.id, 'Enter'],
    ]);
    const result = await running;
    expect(result).toMatchObject({ code: 7, truncated: true, exited: false });
    expect(result.output).toMatch(/^begun\n/);
    expect(result.screen).toContain('begun\n\nlost\n');
    expect(await shell.exec('echo next')).toMatchObject({ output: 'next\n', truncated: false });
  });

  it('tells that the pane was killed under a command', async () => {
    await using server = await isolatedTmux();
    const shell = await openShell(await server.tmux.ensureSession('work'), { shell: 'bash', env });
    const running = shell.exec('echo up; sleep 600');
    await shell.pane.waitForText(/^up$/m);
    await Promise.all([expect(running).rejects.toMatchObject({ code: 'PANE_DEAD' }), shell.pane.kill()]);
    await expect(shell.busy()).rejects.toMatchObject({ code: 'PANE_NOT_FOUND' });
  });
});
