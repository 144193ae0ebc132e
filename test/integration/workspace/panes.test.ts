import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { openWorkspace, PATIENCE } from './open-workspace.js';

describe('split', () => {
  it('puts the new pane below or beside the active one, with the next number [C39] [C40] [C41] [C42] [C44]', async () => {
    await using workspace = await openWorkspace();
    const { tmux, folder, capability } = workspace;
    expect(
      await capability.execute('<capability name="tmux" action="split" window="0" direction="vertical" />'),
    ).toEqual({
      success: true,
      data: { pane: '0.1', window: 0, title: 'New pane', cwd: folder },
    });
    expect(await places(tmux)).toEqual([
      ['0.0', 0, 0],
      ['0.1', 0, 26],
    ]);
    expect(await workspace.ok({ action: 'split', direction: 'horizontal', title: 'beside' })).toMatchObject({
      pane: '0.2',
      title: 'beside',
    });
    expect(await places(tmux)).toEqual([
      ['0.0', 0, 0],
      ['0.2', 101, 0],
      ['0.1', 0, 26],
    ]);
    // Now another pane is the active one, and is divided.
    await tmux.command('select-pane', '-t', 'artie:0.2');
    expect(await workspace.ok({ action: 'split', direction: 'horizontal' })).toMatchObject({ pane: '0.3' });
    expect((await places(tmux)).at(-1)).toEqual(['0.3', 101, 26]);
  });

  it('inherits the folder of the pane that is split, or takes another [C43]', async () => {
    await using workspace = await openWorkspace();
    await workspace.ok({ action: 'send', command: 'cd /usr/share', wait: 'end' });
    expect(await workspace.ok({ action: 'split', direction: 'vertical' })).toMatchObject({
      cwd: '/usr/share',
    });
    expect(await workspace.ok({ action: 'send', pane: '0.1', command: 'pwd', wait: 'end' })).toMatchObject({
      output: '/usr/share',
    });
    const odd = join(workspace.folder, 'a #{b} "c"');
    await mkdir(odd);
    expect(await workspace.ok({ action: 'split', direction: 'vertical', cwd: odd })).toMatchObject({
      cwd: odd,
    });
    expect(await workspace.ok({ action: 'send', pane: '0.2', command: 'pwd', wait: 'end' })).toMatchObject({
      output: odd,
    });
    expect(
      await workspace.fails({ action: 'split', direction: 'vertical', cwd: '/not/there' }),
    ).toMatchObject({
      error: expect.stringContaining("'/not/there'"),
    });
  });

  it('leaves a pane that somebody has zoomed as large as it is', async () => {
    await using workspace = await openWorkspace();
    const { ok, tmux } = workspace;
    await ok({ action: 'split', direction: 'vertical' });
    await tmux.command('resize-pane', '-Z', '-t', '%1');
    expect(await ok({ action: 'split', direction: 'vertical' })).toMatchObject({ pane: '0.2' });
    const zoomed = ['display-message', '-p', '-t', '%1', '#{window_zoomed_flag} #{pane_active}'] as const;
    expect(await tmux.command(...zoomed)).toEqual(['1 1']);
    await tmux.command('resize-pane', '-Z', '-t', '%1');
    await ok({ action: 'split', direction: 'vertical' });
    expect(await tmux.command(...zoomed)).toEqual(['0 1']);
  });

  it('refuses what is no direction or no window, and what has no room, and changes nothing [C38] [C39] [C45]', async () => {
    await using workspace = await openWorkspace({ size: { width: 20, height: 4 } });
    await workspace.ok({ action: 'init' });
    expect(await workspace.fails({ action: 'split' })).toMatchObject({
      error: "The parameter 'direction' is missing.",
      suggestion: expect.stringContaining('horizontal|vertical'),
    });
    expect(await workspace.fails({ action: 'split', direction: 'diagonal' })).toMatchObject({
      error: "Invalid value for 'direction': 'diagonal'.",
    });
    expect(await workspace.fails({ action: 'split', direction: 'vertical', window: 7 })).toEqual({
      success: false,
      error: 'Window 7 not found',
      suggestion: "Use action='list' to see available windows",
    });
    await workspace.ok({ action: 'split', direction: 'vertical' });
    const before = await places(workspace.tmux);
    const { error, suggestion } = await workspace.fails({ action: 'split', direction: 'vertical' });
    expect(error).toMatch(/no space for new pane/);
    expect(suggestion).toMatch(/new window/);
    expect(await places(workspace.tmux)).toEqual(before);
  });
});

describe('list', () => {
  it('gives all windows and panes, with title, folder, activity and what runs [C46] [C47] [C48]', async () => {
    await using workspace = await openWorkspace();
    const { ok, folder } = workspace;
    await ok({ action: 'split', direction: 'vertical', title: 'monitoring' });
    await ok({ action: 'window', name: 'projects', cwd: '/tmp' });
    await ok({ action: 'send', pane: '0.1', command: 'touch logs.txt; tail -f logs.txt' });
    await ok({ action: 'send', pane: '1.0', command: 'sleep 987 | cat' });
    await workspace.runs('0.1', 'tail -f logs.txt');
    await workspace.runs('1.0', 'sleep 987');
    await workspace.runs('0.0', null);
    expect(await workspace.capability.execute('<capability name="tmux" action="list" />')).toEqual({
      success: true,
      data: {
        session: 'artie',
        windows: [
          {
            id: 0,
            name: 'workspace',
            panes: [
              { id: '0.0', title: 'main', cwd: folder, active: true, running: null },
              { id: '0.1', title: 'monitoring', cwd: folder, active: false, running: 'tail -f logs.txt' },
            ],
          },
          {
            id: 1,
            name: 'projects',
            panes: [{ id: '1.0', title: 'projects', cwd: '/tmp', active: true, running: 'sleep 987' }],
          },
        ],
      },
    });
  });

  it('gives the whole command line, also of a script and of a shell that works itself [C48]', async () => {
    await using workspace = await openWorkspace({ shell: 'bash' });
    await workspace.ok({ action: 'split', direction: 'vertical' });
    // Which prompt a command was typed at is known only of a shell that has one.
    await workspace.runs('0.1', null);
    await workspace.ok({ action: 'send', command: `printf 'sleep 600\\n' > job.sh; sh job.sh "two words"` });
    await workspace.ok({ action: 'send', pane: '0.1', command: 'while :; do :; done' });
    await workspace.runs('0.0', "sh job.sh 'two words'");
    await workspace.runs('0.1', 'while :; do :; done');
    // What a person types later is not what we sent.
    const pane = workspace.tmux.pane('%2');
    await pane.sendKeys('C-c');
    await workspace.runs('0.1', null);
    await pane.sendText('until [ -e never ]; do :; done\n');
    await workspace.runs('0.1', 'bash');
    expect(await workspace.ok({ action: 'status', pane: '0.1' })).toMatchObject({
      command: 'while :; do :; done',
      command_state: 'ended',
    });
  });

  it('knows a loop that was sent before the shell had its first prompt [C48]', async () => {
    await using workspace = await openWorkspace({ shell: 'bash' });
    await workspace.ok({ action: 'split', direction: 'vertical' });
    await workspace.ok({ action: 'send', pane: '0.1', command: 'while [ ! -e go ]; do :; done' });
    await workspace.runs('0.1', 'while [ ! -e go ]; do :; done');
    await writeFile(join(workspace.folder, 'go'), '');
    await workspace.runs('0.1', null);
  });

  it('tells by a verdict whether a command runs, and what became of the last [C55] [C56]', async () => {
    await using workspace = await openWorkspace();
    await workspace.runs('0.0', null);
    expect(await workspace.ok({ action: 'status' })).toEqual({
      pane: '0.0',
      state: 'idle',
      running: null,
      source: 'osc133',
      confidence: 'certain',
      command: null,
      sent_at: null,
      command_state: null,
    });
    const text = 'sleep 600';
    await workspace.ok({ action: 'send', command: text });
    // It may not have begun yet; but it has not ended.
    expect(await workspace.ok({ action: 'status' })).toMatchObject({
      state: 'running',
      running: text,
      command_state: 'running',
    });
    await vi.waitFor(
      async () => expect(await workspace.ok({ action: 'status' })).toMatchObject({ source: 'kernel' }),
      PATIENCE,
    );
    const command = { command: text, sent_at: expect.stringMatching(/Z$/) };
    expect(await workspace.ok({ action: 'status' }, workspace.another())).toMatchObject({
      ...command,
      state: 'running',
      source: 'kernel',
      confidence: 'certain',
      command_state: 'running',
    });
    await workspace.tmux.pane('%1').sendKeys('C-c');
    await workspace.runs('0.0', null);
    expect(await workspace.ok({ action: 'status' })).toMatchObject({ ...command, command_state: 'ended' });
  });

  it('takes a shell inside the shell for what it is, and hides secrets', async () => {
    await using workspace = await openWorkspace();
    const { ok } = workspace;
    await workspace.runs('0.0', null);
    await ok({ action: 'send', command: 'bash --norc' });
    await workspace.reads(/^bash.*[#$]$/m);
    await ok({ action: 'send', command: 'echo in""side' });
    await workspace.reads(/^inside\n.*[#$]$/m);
    // Of a shell that nobody has taught to tell only the kernel says that it is idle.
    await vi.waitFor(
      async () =>
        expect(await ok({ action: 'status' })).toMatchObject({
          state: 'idle',
          running: null,
          source: 'kernel',
          confidence: 'likely',
        }),
      PATIENCE,
    );
    const token = `ghp_${'0123456789abcdefghij'.repeat(2).slice(0, 36)}`;
    await ok({ action: 'send', command: `tail -f /dev/null --pid=$$ -- ${token}` });
    await vi.waitFor(
      async () => expect(JSON.stringify(await ok({ action: 'list' }))).toMatch(/tail .*\*{4}/),
      PATIENCE,
    );
    expect(JSON.stringify(await ok({ action: 'list' }))).not.toContain('ghp_');
  });

  it('gives each pane once where a window is linked twice', async () => {
    await using workspace = await openWorkspace();
    await workspace.ok({ action: 'init' });
    await workspace.tmux.command('link-window', '-d', '-s', 'artie:0', '-t', 'artie:50');
    const { windows } = await workspace.ok({ action: 'list' });
    expect(windows.map(({ panes }) => panes.map(({ id }) => id))).toEqual([['0.0']]);
  });
});

describe('kill', () => {
  it('ends a pane, or a window with all its panes, and what runs there [C49] [C50]', async () => {
    await using workspace = await openWorkspace();
    const { ok, capability, tmux } = workspace;
    await ok({ action: 'split', direction: 'vertical' });
    await ok({ action: 'window' });
    await ok({ action: 'window', name: 'experiments' });
    await ok({ action: 'split', window: 2, direction: 'vertical' });
    // One that does not care whether its terminal is closed, or whether it is asked to end.
    await ok({
      action: 'send',
      pane: '0.1',
      command: `trap '' HUP TERM; echo $$ > pid; while :; do sleep 0.1; done`,
    });
    const { output: pid } = await ok({
      action: 'send',
      command: 'until [ -s pid ]; do sleep 0.05; done; cat pid',
      wait: 'end',
    });
    expect(await capability.execute('<capability name="tmux" action="kill" pane="0.1" />')).toEqual({
      success: true,
      data: { killed: '0.1', type: 'pane' },
    });
    await vi.waitFor(() => expect(() => process.kill(Number(pid), 0)).toThrow(/ESRCH/), PATIENCE);
    expect(await capability.execute('<capability name="tmux" action="kill" window="2" />')).toEqual({
      success: true,
      data: { killed: '2', type: 'window' },
    });
    expect((await tmux.panes()).map(({ windowName }) => windowName)).toHaveLength(2);
  });

  it('signals no process in the place of one that has ended long ago', async () => {
    await using workspace = await openWorkspace();
    const { ok, tmux } = workspace;
    await ok({ action: 'split', direction: 'vertical' });
    await tmux.command('set-option', '-p', '-t', '%2', 'remain-on-exit', 'on');
    await workspace.runs('0.1', null);
    // What the pane leaves behind stands for a process that has its number now.
    const command = `trap '' HUP; sleep 654 & echo $!; disown -a; trap - HUP`;
    const { output } = await ok({ action: 'send', pane: '0.1', command, wait: 'end' });
    const pid = Number(/^\d+$/m.exec(output)?.[0]);
    await ok({ action: 'send', pane: '0.1', command: 'exit' });
    const dead = ['display-message', '-p', '-t', '%2', '#{pane_dead}'] as const;
    // tmux can lose the news of a child that has ended (see quirks.ts); the next one makes it look at all of them.
    await vi.waitFor(async () => {
      await tmux.command('run-shell', ':');
      expect(await tmux.command(...dead)).toEqual(['1']);
    }, PATIENCE);
    await ok({ action: 'kill', pane: '0.1' });
    expect(process.kill(pid, 0)).toBe(true);
    process.kill(pid, 'SIGKILL');
  });

  it('wants exactly one of pane and window [C51]', async () => {
    await using workspace = await openWorkspace();
    for (const request of [{ action: 'kill' }, { action: 'kill', pane: '0.0', window: 0 }]) {
      expect(await workspace.fails(request)).toMatchObject({
        suggestion: expect.stringContaining('exactly one'),
      });
    }
  });

  it('never kills the last pane or window, also not two that kill each other’s [C52]', async () => {
    await using workspace = await openWorkspace();
    const { ok } = workspace;
    await ok({ action: 'send', command: 'sleep 600' });
    await workspace.runs('0.0', 'sleep 600');
    for (const request of [{ pane: '0.0' }, { window: 0 }]) {
      expect(await workspace.fails({ action: 'kill', ...request })).toMatchObject({
        error: expect.stringMatching(/^The last (pane|window) cannot be killed/),
        suggestion: expect.stringContaining('Create another one first'),
      });
    }
    await workspace.runs('0.0', 'sleep 600');
    await ok({ action: 'window' });
    const kills = [workspace.capability, workspace.another()].map((user, number) =>
      user.execute({ action: 'kill', window: number }),
    );
    expect((await Promise.all(kills)).filter(({ success }) => success)).toHaveLength(1);
    expect(await workspace.tmux.panes()).toHaveLength(1);
  });
});

describe('window', () => {
  it('opens a window in the background, with name and folder [C53] [C54] [C12]', async () => {
    await using workspace = await openWorkspace();
    const { ok, folder, tmux } = workspace;
    await ok({ action: 'window', name: 'projects' });
    expect(await ok('<capability name="tmux" action="window" name="experiments" />')).toEqual({
      window: 2,
      name: 'experiments',
      pane: '2.0',
    });
    expect(await ok({ action: 'window', cwd: '/tmp' })).toMatchObject({ window: 3, pane: '3.0' });
    const unnamed = (await tmux.windows())[3]?.name;
    expect(unnamed).not.toBe('');
    expect((await ok({ action: 'init' })).windows.map(({ id }) => id)).toEqual([0, 1, 2, 3]);
    expect((await tmux.windows()).map(({ active }) => active)).toEqual([true, false, false, false]);
    await ok({ action: 'send', pane: '2.0', command: `printf '\\033kother\\033\\\\'; sleep 600` });
    await workspace.runs('2.0', 'sleep 600');
    // A copy of tmux that becomes a shell is not in its folder at once.
    for (const pane of ['1.0', '3.0']) await workspace.runs(pane, null);
    const { windows } = await ok({ action: 'list' });
    expect(windows.map(({ name, panes }) => [name, panes[0]?.cwd]).slice(1)).toEqual([
      ['projects', folder],
      ['experiments', folder],
      [expect.any(String), '/tmp'],
    ]);
  });
});

async function places(tmux: {
  command(...command: [string, ...string[]]): Promise<string[]>;
}): Promise<unknown[][]> {
  const format = '#{@muxwright_ws_address} #{pane_left} #{pane_top}';
  const lines = await vi.waitFor(() => tmux.command('list-panes', '-t', 'artie:', '-F', format), PATIENCE);
  return lines.map((line) => line.split(' ').map((word, index) => (index === 0 ? word : Number(word))));
}
