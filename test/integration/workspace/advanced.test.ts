import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { LayoutData } from '../../../src/workspace/actions/layout.js';
import { type OpenWorkspace, openWorkspace, PATIENCE } from './open-workspace.js';

const AT_PROMPT = { running: null, source: 'osc133' };

describe('record', () => {
  it('appends what a pane prints to a file, redacted, until it is switched off [C66]', async () => {
    await using workspace = await openWorkspace();
    const { ok, folder } = workspace;
    await ok({ action: 'send', command: 'echo before', wait: 'end' });
    const file = join(folder, 'logs', 'pane-0.0.log');
    expect(await ok({ action: 'record' })).toEqual({ pane: '0.0', recording: true, file });
    const token = `ghp_${'abcdefghij0123456789'.repeat(2).slice(0, 36)}`;
    await ok({ action: 'send', command: `echo token ${token}`, wait: 'end' });
    // Nobody of ours needs to be there.
    await workspace.capability.close();
    await workspace.tmux.pane('%1').sendText('echo with""out us\n');
    const recorded = (): Promise<string> => readFile(file, 'utf8');
    await vi.waitFor(async () => expect(await recorded()).toMatch(/^without us$/m), PATIENCE);
    expect(await recorded()).toMatch(/^token \*{4}$/m);
    expect(await recorded()).not.toMatch(/ghp_|__mux|7770/);
    const next = workspace.another();
    // A shell shows its prompt a moment after the output, and takes a command to its end only there.
    await vi.waitFor(
      async () => expect(await ok({ action: 'status' }, next)).toMatchObject(AT_PROMPT),
      PATIENCE,
    );
    expect(await ok({ action: 'record', state: 'off' }, next)).toEqual({
      pane: '0.0',
      recording: false,
      file: null,
    });
    await ok({ action: 'send', command: 'echo after', wait: 'end' }, next);
    await vi.waitFor(
      async () => expect((await ok({ action: 'read' }, next)).output).toMatch(/^after$/m),
      PATIENCE,
    );
    expect(await recorded()).not.toContain('after');
    expect(await ok({ action: 'record', file: join(folder, 'own.log') }, next)).toMatchObject({
      recording: true,
    });
    await ok({ action: 'send', command: 'echo own', wait: 'end' }, next);
    await vi.waitFor(
      async () => expect(await readFile(join(folder, 'own.log'), 'utf8')).toMatch(/^own$/m),
      PATIENCE,
    );
    expect(await next.execute({ action: 'record', file: '/proc/no/log' })).toMatchObject({
      error: expect.stringContaining("'/proc/no/log' cannot be written"),
    });
    execFileSync('mkfifo', [join(folder, 'fifo')]);
    expect(await next.execute({ action: 'record', file: join(folder, 'fifo') })).toMatchObject({
      error: expect.stringContaining('not a regular file'),
    });
  });
});

describe('sync', () => {
  it('lets the same command run in all panes of a window, until it is switched off [C67]', async () => {
    await using workspace = await openWorkspace();
    const { ok } = workspace;
    await ok({ action: 'split', direction: 'vertical' });
    await ok({ action: 'window' });
    for (const pane of ['0.0', '0.1']) await workspace.runs(pane, null);
    expect(await ok({ action: 'sync' })).toEqual({ window: 0, synchronized: true, panes: ['0.0', '0.1'] });
    await ok({ action: 'send', command: 'echo in $TMUX_PANE' });
    await workspace.reads(/^in %1$/m);
    await workspace.reads(/^in %2$/m, { pane: '0.1' });
    expect((await ok({ action: 'read', pane: '1.0' })).output).not.toContain('in %');
    expect(await workspace.fails({ action: 'send', command: 'ls', wait: 'end' })).toMatchObject({
      suggestion: expect.stringContaining("action='sync' state='off'"),
    });
    expect(await ok({ action: 'sync', window: 0, state: 'off' })).toMatchObject({ synchronized: false });
    await workspace.runs('0.0', null);
    await ok({ action: 'send', command: 'echo alone', wait: 'end' });
    expect((await ok({ action: 'read', pane: '0.1' })).output).not.toContain('alone');
  });
});

describe('layout', () => {
  it('saves an arrangement and restores it, also for panes that changed their places [C68]', async () => {
    await using workspace = await openWorkspace();
    const { ok, tmux } = workspace;
    await ok({ action: 'split', direction: 'vertical' });
    await ok({ action: 'split', direction: 'horizontal' });
    const places = (): Promise<string[]> =>
      tmux.command(
        ...(['list-panes', '-t', 'artie:', '-F'] as const),
        '#{@muxwright_ws_address} #{pane_left} #{pane_top} #{pane_width} #{pane_height}',
      );
    const before = await places();
    await ok({ action: 'layout', operation: 'save', name: 'mine' });
    await ok({ action: 'layout', operation: 'save', name: 'other' });
    await tmux.command('select-layout', '-t', 'artie:', 'even-horizontal');
    await tmux.command('swap-pane', '-d', '-s', '%1', '-t', '%3');
    expect(await places()).not.toEqual(before);
    const next = workspace.another();
    await ok({ action: 'layout', operation: 'restore', name: 'mine' }, next);
    expect(await places()).toEqual(before);
    expect(await ok({ action: 'layout', operation: 'list' }, next)).toMatchObject({
      layouts: [{ name: 'mine', window: 0, panes: ['0.0', '0.2', '0.1'] }, { name: 'other' }],
    });
    expect(await workspace.fails({ action: 'layout', operation: 'restore', name: 'no' })).toMatchObject({
      suggestion: expect.stringContaining("'mine' of window 0"),
    });
    await ok({ action: 'kill', pane: '0.1' });
    expect(await workspace.fails({ action: 'layout', operation: 'restore', name: 'mine' })).toMatchObject({
      error: "Layout 'mine' is for 3 panes, and window 0 has 2.",
    });
  });
});

describe('layouts', () => {
  it('are all kept where several are saved at once, and what is none is never given to tmux', async () => {
    await using workspace = await openWorkspace();
    const { ok, folder } = workspace;
    await ok({ action: 'init' });
    const users = [workspace.capability, workspace.another()];
    const names = [...'abcdefgh'];
    await Promise.all(
      names.map((name, i) => ok({ action: 'layout', operation: 'save', name }, users[i % 2])),
    );
    const bad = { name: 'bad', window: 0, panes: ['0.0'], layout: 'garbage', saved_at: '' };
    await writeFile(join(folder, '.tmux-layouts', 'x.json'), `null\n${JSON.stringify(bad)}\n{`);
    const { layouts } = (await ok({ action: 'layout', operation: 'list' })) as unknown as LayoutData;
    expect(layouts.map(({ name }) => name)).toEqual(names);
    expect(await workspace.fails({ action: 'layout', operation: 'restore', name: 'bad' })).toMatchObject({
      error: expect.stringContaining("No layout 'bad'"),
    });
    await ok({ action: 'layout', operation: 'restore', name: 'c' });
  });
});

describe('snapshot', () => {
  it('rebuilds the session after the tmux server was killed, one by one [C69]', async () => {
    await using workspace = await openWorkspace();
    const { ok, tmux, folder } = workspace;
    await ok({ action: 'split', direction: 'vertical', title: 'server', cwd: '/tmp' });
    await ok({ action: 'split', direction: 'horizontal', title: 'a "b" #{c}' });
    await ok({ action: 'window', name: 'projects', cwd: '/usr/share' });
    await ok({ action: 'window', name: 'third' });
    await ok({ action: 'kill', window: 1 });
    await ok({ action: 'split', window: 2, direction: 'horizontal', title: 'tail' });
    await tmux.command('set-environment', '-t', 'artie', 'COLOUR', 'green');
    await tmux.command(
      'set-environment',
      '-t',
      'artie',
      'API_TOKEN',
      'ghp_0123456789abcdefghijklmnopqrstuvwxyz',
    );
    await ok({ action: 'send', command: 'seq 1 300; printf "\\033[31mred\\033[m\\n"', wait: 'end' });
    await ok({ action: 'send', pane: '0.1', command: 'echo "$PWD"; sleep 4321' });
    await ok({ action: 'send', pane: '2.1', command: 'echo tailing', wait: 'end' });
    await workspace.runs('0.1', 'sleep 4321');
    // A copy of tmux that becomes a shell is not in its folder at once.
    for (const pane of ['0.0', '0.2', '2.0', '2.1']) await workspace.runs(pane, null);
    const before = await shapeOf(workspace);
    expect(await ok({ action: 'snapshot', operation: 'save' })).toEqual({
      operation: 'save',
      file: join(folder, '.tmux-session'),
      windows: 2,
      panes: 5,
      restarted: [],
    });
    const saved = await readFile(join(folder, '.tmux-session'), 'utf8');
    expect(saved).not.toContain('ghp_');
    expect(await workspace.fails({ action: 'snapshot', operation: 'restore' })).toMatchObject({
      error: "Session 'artie' already exists.",
      suggestion: expect.stringContaining('replace="true"'),
    });
    await tmux.killServer();
    expect(await ok({ action: 'snapshot', operation: 'restore', restart: true })).toMatchObject({
      windows: 2,
      panes: 5,
      restarted: ['0.1'],
    });
    await workspace.runs('0.1', 'sleep 4321');
    for (const pane of ['0.0', '0.2', '2.0', '2.1']) await workspace.runs(pane, null);
    const after = await shapeOf(workspace);
    expect(after.map(({ text: _, ...shape }) => shape)).toEqual(before.map(({ text: _, ...shape }) => shape));
    for (const [index, { text }] of before.entries()) expect(after[index]?.text.startsWith(text)).toBe(true);
    const { output } = await ok({ action: 'read', all: true });
    expect(output).toMatch(/^1\n2\n3\n/m);
    expect(await tmux.pane('%1').capture({ history: 'all', ansi: true })).toContain('\x1b[31mred');
    expect(await ok({ action: 'send', command: 'echo $COLOUR $API_TOKEN', wait: 'end' })).toMatchObject({
      output: 'green',
    });
    expect(await ok({ action: 'window' })).toMatchObject({ window: 3 });
    expect(await ok({ action: 'split', direction: 'vertical' })).toMatchObject({ pane: '0.3' });
    expect(await ok({ action: 'snapshot', operation: 'restore', replace: true })).toMatchObject({
      panes: 5,
      restarted: [],
    });
    // A copy of tmux that becomes a shell is not in its folder at once.
    await expect
      .poll(async () => (await shapeOf(workspace)).map(({ address }) => address))
      .toEqual(before.map(({ address }) => address));
  });

  it('says so where there is no snapshot, or none that can be read', async () => {
    await using workspace = await openWorkspace();
    const { ok, folder } = workspace;
    expect(await workspace.fails({ action: 'snapshot', operation: 'restore' })).toMatchObject({
      error: expect.stringContaining('There is no snapshot'),
    });
    await ok({ action: 'send', command: 'echo "{}" > wrong', wait: 'end' });
    const file = join(folder, 'wrong');
    expect(
      await workspace.fails({ action: 'snapshot', operation: 'restore', file, replace: true }),
    ).toMatchObject({
      error: `'${file}' is not a snapshot of a session.`,
    });
    expect(await ok({ action: 'list' })).toMatchObject({ windows: [{ id: 0 }] });
  });
});

interface PaneShape {
  readonly address: string;
  readonly text: string;
}

/** Everything about all panes that has to be the same again, and what they have shown. */
async function shapeOf({ tmux }: OpenWorkspace): Promise<PaneShape[]> {
  const format = [
    '#{window_name}|#{window_active}|#{s/^[0-9a-f]+,//:window_layout}|#{pane_active}|#{pane_current_path}',
    '#{@muxwright_ws_address}|#{@muxwright_ws_window}|#{@muxwright_ws_title}|#{pane_title}|#{@muxwright_ws_created}',
  ].join('|');
  const lines = await tmux.command('list-panes', '-s', '-t', 'artie:', '-F', `#{pane_id} ${format}`);
  return Promise.all(
    lines.map(async (line) => {
      const [id = ''] = line.split(' ', 1);
      // Panes have other ids now; they stand at the end of each cell of a layout.
      const shape = line.slice(id.length + 1).replaceAll(/(\d+x\d+,\d+,\d+),\d+/g, '$1');
      const text = (await tmux.pane(id).capture({ history: 'all', joined: true })).trimEnd();
      return { address: shape, text };
    }),
  );
}
