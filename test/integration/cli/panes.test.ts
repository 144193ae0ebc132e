import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SessionTree } from '../../../src/operations/panes/session-tree.js';
import { type IsolatedTmux, isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import { mux, muxInShell } from './mux.js';

describe('mux panes', () => {
  it('shows sessions, windows and panes as a tree, without colours where there is no terminal', async () => {
    await using server = await isolatedTmux();
    const session = await server.tmux.ensureSession('work', {
      windowName: 'one',
      cwd: '/',
      command: ['cat'],
    });
    const pane = await session.newWindow({ name: 'two', command: ['cat'], cwd: '/' });
    await pane.split({ command: ['cat'], cwd: '/usr' });
    await settled(server, ['sh sh', 'one cat', 'two cat', 'two cat']);
    const { code, stdout, stderr } = await mux(['panes', '--host', server.address]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(
      /^main \(\$0\)\n└─ 0: sh\n {3}└─ %0 {2}sh {2}80x24 {2}\S+\nwork \(\$1\)\n├─ 0: one\n│ {2}└─ %1 {2}cat {2}80x24 {2}\/\n└─ 1: two\n {3}├─ %2 {2}cat {2}80x\d+ {2}\/\n {3}└─ %3 {2}cat {2}80x\d+ {2}\/usr\n$/,
    );
  });

  it('gives the same as JSON', async () => {
    await using server = await isolatedTmux();
    await settled(server, ['sh sh']);
    const { code, stdout } = await mux(['panes', '--json', '--host', server.address]);
    expect(code).toBe(0);
    const tree = JSON.parse(stdout) as SessionTree;
    expect(tree).toMatchObject({
      host: server.address,
      sessions: [
        {
          id: '$0',
          name: 'main',
          attached: 0,
          windows: [{ id: '@0', index: 0, panes: [{ id: '%0', command: 'sh', width: 80, height: 24 }] }],
        },
      ],
    });
  });

  it('says how to start a session where no server runs, and starts none itself', async () => {
    await using server = await isolatedTmux({ started: false });
    const { code, stdout } = await mux(['panes', '--host', server.address]);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `No tmux session on ${server.address}. Start one with: tmux -L ${server.socket} new-session -d -s work\n`,
    });
    expect(await server.tmux.sessions()).toEqual([]);
  });

  it('ends quietly when its reader has gone', async () => {
    await using server = await isolatedTmux();
    const { stdout, stderr } = await muxInShell(
      `set -o pipefail; "$@" panes --host '${server.address}' | true; echo $?`,
    );
    expect({ stdout, stderr }).toEqual({ stdout: '0\n', stderr: '' });
  });

  it('says that there is no tmux', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mux-panes-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await symlink('/bin/sh', join(folder, 'sh'));
    expect(await mux(['panes'], { PATH: folder })).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^mux: There is no tmux on local\.\nInstall it there: /),
    });
  });
});

/** Resolves when windows and programs have the names that they keep: both follow what starts in a pane. */
async function settled({ tmux }: IsolatedTmux, names: readonly string[]): Promise<void> {
  const format = '#{window_name} #{pane_current_command}';
  await expect.poll(() => tmux.command('list-panes', '-a', '-F', format)).toEqual(names);
}
