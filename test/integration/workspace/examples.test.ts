import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { type OpenWorkspace, openWorkspace, PATIENCE } from './open-workspace.js';

describe('the examples of the specification', () => {
  it('Example 1: run tests in background [C61]', async () => {
    await using workspace = await openProject({ test: 'echo watching; sleep 600; echo' });
    await workspace.all(`<!-- Initialize tmux -->
<capability name="tmux" action="init" />

<!-- Start test suite -->
<capability name="tmux" action="send"
  pane="0.0"
  command="npm test -- --watch" />`);
    // Check output after 5 seconds, or as soon as there is some.
    await vi.waitFor(async () => {
      const { output, pane } = await workspace.ok(`<capability name="tmux" action="read"
  pane="0.0"
  lines="50" />`);
      expect(output).toMatch(/^watching$/m);
      expect(pane).toBe('0.0');
    }, PATIENCE);
    expect(await workspace.ok({ action: 'list' })).toMatchObject({
      windows: [{ panes: [{ running: 'npm test --watch' }] }],
    });
  });

  it('Example 2: monitor multiple processes [C62]', async () => {
    await using workspace = await openProject({ dev: 'while :; do echo developing; sleep 0.2; done' });
    const home = join(workspace.folder, '..');
    // The log of the example is in the home folder of the test.
    await mkdir(join(home, 'var', 'log'), { recursive: true });
    await writeFile(join(home, 'var', 'log', 'app.log'), 'logged\n');
    await writeFile(join(home, '.bashrc'), 'tail() { command tail "$1" "$HOME$2"; }\n');
    await workspace.all(`<!-- Create monitoring panes -->
<capability name="tmux" action="split"
  window="0"
  direction="horizontal" />

<!-- Start first process in 0.0 -->
<capability name="tmux" action="send"
  pane="0.0"
  command="npm run dev" />

<!-- Start second process in 0.1 -->
<capability name="tmux" action="send"
  pane="0.1"
  command="tail -f /var/log/app.log" />`);
    const both = `<!-- Read both -->
<capability name="tmux" action="read" pane="0.0" />
<capability name="tmux" action="read" pane="0.1" />`;
    await vi.waitFor(async () => {
      const [first, second] = (await workspace.all(both)) as { output: string }[];
      expect(first?.output).toMatch(/^developing$/m);
      expect(second?.output).toMatch(/^logged$/m);
      expect(first?.output).not.toMatch(/^logged$/m);
      expect(second?.output).not.toMatch(/^developing$/m);
    }, PATIENCE);
  });

  it('Example 3: project workspace [C63] [C2]', async () => {
    await using workspace = await openProject({});
    const source = join(workspace.folder, 'user', 'repo');
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x', ...args], { stdio: 'pipe' });
    git('init', '-q', source);
    const scripts = { dev: 'echo serving; sleep 600; echo' };
    await writeFile(join(source, 'package.json'), JSON.stringify({ name: 'repo', scripts }));
    git('-C', source, 'add', '.');
    git('-C', source, 'commit', '-q', '-m', 'first');
    // The address of the example leads here.
    await writeFile(
      join(workspace.folder, '..', '.gitconfig'),
      `[url "file://${workspace.folder}/"]\n  insteadOf = https://github.com/\n`,
    );
    await workspace.all(`<!-- Create project window -->
<capability name="tmux" action="window"
  name="myproject" />

<!-- Clone repo in new window -->
<capability name="tmux" action="send"
  pane="1.0"
  command="git clone https://github.com/user/repo && cd repo" />`);
    const at = join(workspace.folder, 'repo');
    await vi.waitFor(async () => {
      const { windows } = await workspace.ok({ action: 'list' });
      expect(windows[1]?.panes[0]).toMatchObject({ cwd: at, running: null });
    }, PATIENCE);
    expect(
      await workspace.all(`<!-- Split for editor and terminal -->
<capability name="tmux" action="split"
  window="1"
  direction="vertical" />

<!-- Run dev server in bottom pane -->
<capability name="tmux" action="send"
  pane="1.1"
  command="npm install && npm run dev" />`),
    ).toMatchObject([{ pane: '1.1', window: 1, cwd: at }, { pane: '1.1' }]);
    const format = '#{@muxwright_ws_address} #{?pane_at_bottom,bottom,top}';
    expect(await workspace.tmux.command('list-panes', '-t', 'artie:myproject', '-F', format)).toEqual([
      '1.0 top',
      '1.1 bottom',
    ]);
    await workspace.reads(/^serving$/m, { pane: '1.1' });
  });

  it('Example 4: incremental output reading [C64]', async () => {
    // The line that is typed is the first of a hundred.
    await using workspace = await openProject({
      build: 'seq 2 100; until [ -e go ]; do sleep 0.05; done; seq 101 120; cat',
    });
    // What is typed before the prompt appears is shown twice, by the terminal and by the shell.
    await workspace.ok({ action: 'init' });
    await workspace.runs('0.0', null);
    await workspace.all(`<!-- Start long-running command -->
<capability name="tmux" action="send"
  pane="0.0"
  command="npm run build" />`);
    await workspace.reads(/^100$/m);
    expect(
      await workspace.ok(`<capability name="tmux" action="read"
  pane="0.0"
  lines="100" />`),
    ).toMatchObject({ cursor_position: '100', lines_captured: 100 });
    await writeFile(join(workspace.folder, 'go'), '');
    const later: string[] = [];
    while (later.at(-1) !== '120') {
      const { output } = await workspace.ok(`<capability name="tmux" action="read"
  pane="0.0"
  since="true" />`);
      if (output !== '') later.push(...output.split('\n'));
    }
    expect(later).toEqual(Array.from({ length: 20 }, (_, i) => String(101 + i)));
  });
});

interface Project extends OpenWorkspace {
  /** Carries out all tags of a text, which have to succeed. */
  all(text: string): Promise<unknown[]>;
}

/** A workspace whose folder holds a package with scripts, for an npm that says nothing of its own and asks nobody. */
async function openProject(scripts: Readonly<Record<string, string>>): Promise<Project> {
  const npm = {
    audit: 'false',
    fund: 'false',
    offline: 'true',
    update_notifier: 'false',
    loglevel: 'silent',
  };
  const env = Object.fromEntries(Object.entries(npm).map(([name, value]) => [`npm_config_${name}`, value]));
  const workspace = await openWorkspace({ shell: 'bash' }, undefined, env);
  await mkdir(workspace.folder);
  await writeFile(join(workspace.folder, 'package.json'), JSON.stringify({ name: 'x', scripts }));
  const all = async (text: string): Promise<unknown[]> =>
    (await workspace.capability.executeAll(text)).map(({ response }) => {
      if (!response.success) throw new Error(JSON.stringify(response));
      return response.data;
    });
  return { ...workspace, all };
}

describe('the patterns of the specification', () => {
  it('run and monitor; parallel tasks; project set-up [C65] [C73]', async () => {
    await using workspace = await openWorkspace();
    const { ok } = workspace;
    await ok({ action: 'init' });
    await ok({ action: 'send', command: 'echo hello' });
    await workspace.reads(/^hello$/m);
    for (const pane of ['0.1', '0.2', '0.3']) {
      expect(await ok({ action: 'split', direction: 'horizontal' })).toMatchObject({ pane });
      await ok({ action: 'send', pane, command: `echo task in ${pane}` });
    }
    for (const pane of ['0.1', '0.2', '0.3'])
      await workspace.reads(new RegExp(`^task in ${pane}$`, 'm'), { pane });
    await ok({ action: 'kill', pane: '0.1' });
    await ok({ action: 'window', name: 'project' });
    await ok({ action: 'send', pane: '1.0', command: 'mkdir -p app && cd app', wait: 'end' });
    for (const pane of ['1.1', '1.2']) {
      await ok({ action: 'split', window: 1, direction: 'vertical' });
      await ok({ action: 'send', pane, command: 'pwd' });
      await workspace.reads(/\/app$/m, { pane });
    }
    expect((await ok({ action: 'list' })).windows.map(({ panes }) => panes.map(({ id }) => id))).toEqual([
      ['0.0', '0.2', '0.3'],
      ['1.0', '1.1', '1.2'],
    ]);
  });

  it('send before init, read, and the last pane [C74] [C75]', async () => {
    await using workspace = await openWorkspace();
    await workspace.ok('<capability name="tmux" action="send" command="echo test" />');
    await vi.waitFor(async () => {
      const response = await workspace.capability.execute('<capability name="tmux" action="read" />');
      expect(response).toEqual({
        success: true,
        data: {
          pane: '0.0',
          output: expect.stringMatching(/^test$/m),
          lines_captured: expect.any(Number),
          cursor_position: expect.stringMatching(/^\d+$/),
          has_more: false,
        },
      });
    }, PATIENCE);
    expect(await workspace.fails({ action: 'kill', pane: '0.0' })).toMatchObject({
      error: expect.stringContaining('last pane'),
    });
    expect(await workspace.fails({ action: 'read', pane: '3.1' })).toMatchObject({
      error: 'Pane 3.1 not found',
    });
  });
});
