import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { type OpenWorkspace, openWorkspace, PATIENCE } from './open-workspace.js';

const TOKEN = `ghp_${'0123456789abcdefghij'.repeat(2).slice(0, 36)}`;

interface SavedSession {
  readonly left_out: readonly string[];
  readonly windows: readonly {
    readonly layout: string;
    readonly panes: readonly {
      readonly address: string;
      readonly running: string | null;
      readonly cwd: string;
    }[];
  }[];
}

async function saved({ ok, folder }: OpenWorkspace): Promise<SavedSession> {
  await ok({ action: 'snapshot', operation: 'save' });
  return JSON.parse(await readFile(join(folder, '.tmux-session'), 'utf8')) as SavedSession;
}

describe('a snapshot', () => {
  it('starts again what started a program, not what it was answered, and nothing that is not known whole', async () => {
    await using workspace = await openWorkspace();
    const { ok, folder } = workspace;
    for (let panes = 1; panes < 5; panes++) {
      await ok({ action: 'split', direction: 'vertical' });
      await workspace.tmux.command('select-layout', '-t', 'artie:', 'tiled');
    }
    for (const pane of ['0.0', '0.1', '0.2', '0.3', '0.4']) await workspace.runs(pane, null);
    await ok({ action: 'send', command: 'cat > answers' });
    await workspace.runs('0.0', 'cat');
    await ok({ action: 'send', command: 'touch answered' });
    await ok({ action: 'send', pane: '0.1', command: `API_TOKEN=${TOKEN} sleep 777` });
    await ok({ action: 'send', pane: '0.2', command: `sleep 778 # ${'x'.repeat(2_100)}` });
    await ok({ action: 'send', pane: '0.3', command: 'n=779; while :; do sleep $n; done' });
    await ok({ action: 'send', pane: '0.4', command: 'echo done', wait: 'end' });
    await workspace.tmux.pane('%5').sendText('sleep 780\n');
    for (const [pane, runs] of [
      ['0.1', 'sleep 777'],
      ['0.2', 'sleep 778'],
      ['0.3', 'sleep 779'],
      ['0.4', 'sleep 780'],
    ] as const)
      await workspace.runs(pane, runs);
    expect(await ok({ action: 'status', pane: '0.1' })).toMatchObject({
      command: 'API_TOKEN=**** sleep 777',
    });
    const [options] = await workspace.tmux.command('show-options', '-pv', '-t', '%2', '@muxwright_ws_sent');
    expect(options).toContain('****');
    const snapshot = await saved(workspace);
    expect(JSON.stringify(snapshot)).not.toContain('ghp_');
    expect(snapshot.left_out.toSorted()).toEqual(['what runs in pane 0.1', 'what runs in pane 0.2']);
    const panes = snapshot.windows.flatMap((window) => window.panes);
    expect(Object.fromEntries(panes.map(({ address, running }) => [address, running]))).toEqual({
      '0.0': 'cat > answers',
      '0.1': null,
      '0.2': null,
      '0.3': 'n=779; while :; do sleep $n; done',
      '0.4': 'sleep 780',
    });
    expect(
      await ok({ action: 'snapshot', operation: 'restore', replace: true, restart: true }),
    ).toMatchObject({
      restarted: expect.toSatisfy((all: string[]) => all.toSorted().join(' ') === '0.0 0.3 0.4'),
    });
    await workspace.runs('0.0', 'cat');
    await workspace.runs('0.4', 'sleep 780');
    await expect(readFile(join(folder, 'answered'))).rejects.toThrow(/ENOENT/);
  });

  it('knows the folder of a pane in which no program runs, and is restored without one', async () => {
    await using workspace = await openWorkspace();
    const { ok, folder, tmux } = workspace;
    const { pane } = await ok({ action: 'split', direction: 'vertical' });
    await workspace.runs(pane as string, null);
    // tmux knows no folder of a program that has ended, or has not begun.
    await tmux.command('set-option', '-w', '-t', 'artie:', 'remain-on-exit', 'on');
    const [, second = ''] = await tmux.command('list-panes', '-t', 'artie:', '-F', '#{pane_id}');
    await tmux.pane(second).sendText('exit\r');
    await tmux.pane(second).waitForExit({ timeoutMs: PATIENCE.timeout });
    const { windows } = await saved(workspace);
    expect(windows.flatMap(({ panes }) => panes.map(({ cwd }) => cwd))).toEqual([folder, folder]);
    const file = join(folder, '.tmux-session');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replaceAll(JSON.stringify(folder), '""'));
    expect(await ok({ action: 'snapshot', operation: 'restore', replace: true })).toMatchObject({ panes: 2 });
  });

  it('that is broken in any part is refused, and the session stays', async () => {
    await using workspace = await openWorkspace();
    const { ok, folder, tmux } = workspace;
    await ok({ action: 'send', command: 'sleep 600' });
    await workspace.runs('0.0', 'sleep 600');
    const good = await saved(workspace);
    const [window] = good.windows;
    const broken = [
      { version: 1, windows: [{ panes: [{}] }] },
      { ...good, windows: [null] },
      { ...good, windows: [{ ...window, layout: 'garbage' }] },
      { ...good, windows: [{ ...window, layout: `0000${window?.layout.slice(4)}` }] },
      { ...good, windows: [{ ...window, panes: [...(window?.panes ?? []), window?.panes[0]] }] },
      { ...good, environment: { 'a b': 'c' } },
    ];
    const file = join(folder, 'broken');
    for (const snapshot of broken) {
      await writeFile(file, JSON.stringify(snapshot));
      expect(
        await workspace.fails({ action: 'snapshot', operation: 'restore', file, replace: true }),
      ).toMatchObject({ error: `'${file}' is not a snapshot of a session.` });
    }
    expect((await tmux.sessions()).map(({ name }) => name)).toEqual(['artie']);
    await workspace.runs('0.0', 'sleep 600');
  });

  it('that cannot be built leaves the session that is there, and nothing else', async () => {
    await using workspace = await openWorkspace();
    const { ok, folder, tmux } = workspace;
    await ok({ action: 'split', direction: 'vertical' });
    const good = await saved(workspace);
    const file = join(folder, 'small');
    // There is no room for two panes in a window of that size.
    const windows = good.windows.map((window) => ({ ...window, width: 1, height: 1 }));
    await writeFile(file, JSON.stringify({ ...good, windows }));
    const { error } = await workspace.fails({
      action: 'snapshot',
      operation: 'restore',
      file,
      replace: true,
    });
    expect(error).toMatch(/no space/);
    expect((await tmux.sessions()).map(({ name }) => name)).toEqual(['artie']);
    expect(await ok({ action: 'send', command: 'echo still here', wait: 'end' })).toMatchObject({
      output: 'still here',
    });
  });

  it('takes the place of a session with all its processes, and what was read stays read', async () => {
    await using workspace = await openWorkspace();
    const { ok } = workspace;
    await ok({ action: 'send', command: 'seq 1 30', wait: 'end' });
    await workspace.reads(/^30$/m, { since: true });
    // The prompt behind the last line may come a moment later.
    await vi.waitFor(
      async () => expect((await ok({ action: 'read', since: true })).lines_captured).toBe(0),
      PATIENCE,
    );
    await ok({ action: 'snapshot', operation: 'save' });
    const { output: pid } = await ok({
      action: 'send',
      command: `sh -c 'trap "" HUP TERM; echo $$ > pid; while :; do sleep 0.1; done' & until [ -s pid ]; do sleep 0.05; done; cat pid`,
      wait: 'end',
    });
    await ok({ action: 'snapshot', operation: 'restore', replace: true });
    const number = Number(/^\d+$/m.exec(pid)?.[0]);
    expect(number).toBeGreaterThan(1);
    await vi.waitFor(() => expect(() => process.kill(number, 0)).toThrow(/ESRCH/), PATIENCE);
    await ok({ action: 'send', command: 'echo fresh', wait: 'end' });
    const { output } = await workspace.reads(/^fresh$/m, { since: true });
    expect(output).not.toMatch(/^\d+$/m);
    expect((await ok({ action: 'read', all: true })).output).toMatch(/^29\n30$/m);
  });
});
