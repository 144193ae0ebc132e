import { describe, expect, it } from 'vitest';
import { mux } from './mux.js';
import { scratchMux } from './scratch-mux.js';
import { openTerminal, type Shell } from './terminal.js';

const slow = { timeoutMs: 120_000 };

const setUp: Readonly<Record<Shell, string>> = {
  bash: 'eval "$(mux completion bash)"',
  zsh: 'autoload -U compinit; compinit -u -D; eval "$(mux completion zsh)"',
  fish: 'mux completion fish | source',
};

describe.each(['bash', 'zsh', 'fish'] as const)('completion by Tab in %s', (shell) => {
  it('completes commands, their second words, options, and the names of workers and runs as they are now', async () => {
    await using terminal = await openTerminal(shell);
    const { pane, mux: place } = terminal;
    expect(await mux(['spawn', 'web-server', '--', 'cat'], place.env)).toMatchObject({ code: 0 });
    const { stdout: run } = await mux(['run', '-d', '--', 'cat'], place.env);
    await terminal.enter(`${setUp[shell]}; echo set up`);
    await pane.waitForText(/^set up$/m, slow);
    // Until the shell reads, the terminal itself would echo what is typed.
    await pane.waitForCursorLine(/[>#]$/, slow);
    for (const [typed, completed] of [
      ['mux comple', 'mux completion'],
      ['mux session op', 'mux session open'],
      ['mux spawn x --work', 'mux spawn x --worktree'],
      ['mux peek web', 'mux peek web-server'],
      [`mux status ${run.slice(0, 10)}`, `mux status ${run.trim()}`],
      ['mux layout', 'mux layout'],
    ] as const) {
      await pane.sendText(typed);
      await pane.sendKeys('Tab');
      await pane.waitForCursorLine(new RegExp(`> ?${completed}|# ${completed}`), slow);
      await pane.sendKeys('C-u');
      await pane.waitForScreen(({ lines, cursor }) => !(lines[cursor.y] ?? '').includes(typed), slow);
    }
  });
});

describe('mux __complete', () => {
  it.each([
    [['ru'], ['run', 'runs']],
    [
      ['tmux', 's'],
      ['send', 'split', 'status', 'sync', 'snapshot'],
    ],
    [['run', '--t'], ['--timeout']],
    [
      ['agents', 'register', '%3', '--profile', 'c'],
      ['claude-code', 'codex'],
    ],
    [
      ['tmux', 'split', ''],
      ['horizontal', 'vertical'],
    ],
    [['help', 'ses'], ['session']],
    [
      ['call', 'run.st'],
      ['run.start', 'run.status', 'run.stop'],
    ],
    [['run', '--', 'l'], [':commands']],
    [['screen', 'x', '--png', ''], [':files']],
    [['nonsense', ''], []],
  ])('gives what can follow %j', async (words, completions) => {
    await using place = await scratchMux();
    const { code, stdout } = await mux(['__complete', '--', ...words], place.env);
    expect(code).toBe(0);
    expect(stdout.split('\n').flatMap((line) => line.split('\t')[0] || [])).toEqual(completions);
  });
});
