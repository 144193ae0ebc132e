import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isMuxError } from '../../../src/model/mux-error.js';
import { openShell } from '../../../src/shells/open-shell.js';
import type { Shell } from '../../../src/shells/shell.js';
import { type IsolatedTmux, isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import { shellHome } from './shell-home.js';

/** Not four columns wide: busybox 1.35 takes the answer to where the cursor is, at row 1 and column 5, for a key. */
const kinds = [
  { shell: 'bash', rc: '.bashrc', prompt: "PS1='mine: '; HISTFILE=~/history" },
  {
    shell: 'zsh',
    rc: '.zshrc',
    prompt: "PS1='mine: '; HISTFILE=~/history SAVEHIST=99; setopt incappendhistory",
  },
  { shell: 'fish', rc: '.config/fish/config.fish', prompt: "function fish_prompt; echo -n 'mine: '; end" },
  { shell: 'dash', rc: '.shrc', prompt: "PS1='mine: '" },
  { shell: 'busybox', rc: '.shrc', prompt: "PS1='mine: '" },
] as const;

interface Ground extends AsyncDisposable {
  readonly shell: Shell;
  readonly server: IsolatedTmux;
  readonly home: string;
}

async function ground({ shell: name, rc, prompt }: (typeof kinds)[number], more = ''): Promise<Ground> {
  const home = await shellHome(rc, `${prompt}\n${more}\n`);
  const server = await isolatedTmux();
  const { env } = home;
  const shell = await openShell(await server.tmux.ensureSession('work'), { shell: name, env });
  const dispose = async (): Promise<void> => {
    await server[Symbol.asyncDispose]();
    await home[Symbol.asyncDispose]();
  };
  return { shell, server, home: home.folder, [Symbol.asyncDispose]: dispose };
}

/**
 * Presses Ctrl-C until the prompt is empty. fish 3.6 ignores it while a key binding runs, and ours still runs for a moment
 * after it has refused a command.
 */
async function interrupt({ pane }: Shell): Promise<void> {
  for (;;) {
    await pane.sendKeys('C-c');
    try {
      await pane.waitForCursorLine(/^mine:\s*$/, { timeoutMs: 2_000 });
      return;
    } catch (error) {
      if (!isMuxError(error, 'TIMEOUT')) throw error;
    }
  }
}

describe.each(kinds)('with a person at $shell', (kind) => {
  it('says what runs, or waits for it', async () => {
    await using place = await ground(kind);
    const { shell } = place;
    expect(await shell.busy()).toBeUndefined();
    await shell.pane.sendText('echo up; cat\n');
    await shell.pane.waitForText(/^up$/m);
    await shell.pane.sendText('heard\n');
    await shell.pane.waitForText(/^heard\nheard$/m);
    expect(await shell.busy()).toBe('cat');
    await expect(shell.exec('echo no')).rejects.toMatchObject({
      code: 'SHELL_BUSY',
      message: expect.stringContaining('runs in it'),
    });
    const late = shell.exec('echo no', { when: 'idle', timeoutMs: 300 });
    await expect(late).rejects.toMatchObject({ code: 'TIMEOUT' });
    const waiting = shell.exec('echo yes', { when: 'idle' });
    await shell.pane.sendKeys('C-d');
    expect(await waiting).toMatchObject({ code: 0, output: 'yes\n' });
  });

  it('does not join with half a line', async () => {
    await using place = await ground(kind);
    const { shell } = place;
    await shell.pane.sendText('echo half');
    await shell.pane.waitForCursorLine(/^mine: echo half/);
    await expect(shell.exec('echo no')).rejects.toMatchObject({
      code: 'SHELL_LINE_IN_USE',
      details: { half: 'echo half' },
    });
    await shell.pane.waitForCursorLine(/^mine: echo half/);
    expect(await shell.exec('echo ours', { halfLine: 'keep' })).toMatchObject({ output: 'ours\n' });
    await shell.pane.waitForCursorLine(/^mine: echo half/);
    await shell.pane.sendText('-way\n');
    await shell.pane.waitForText(/^half-way$/m);
    await shell.pane.waitForCursorLine(/^mine:\s*$/);
    await shell.pane.sendText('echo thrown away');
    await shell.pane.waitForCursorLine(/^mine: echo thrown away/);
    expect(await shell.exec('echo again', { halfLine: 'clear' })).toMatchObject({ output: 'again\n' });
    const screen = await shell.pane.waitForCursorLine(/^mine:\s*$/);
    expect(screen.rows.join('\n').trim()).toMatch(
      /mine: echo ours\nours\nmine: echo half-way\nhalf-way\nmine: echo again\nagain\nmine:$/,
    );
  });

  it('does not join with the first lines of a longer command', async () => {
    await using place = await ground(kind);
    const { shell } = place;
    await shell.pane.sendText(kind.shell === 'fish' ? 'for i in 1 2\n' : 'for i in 1 2\ndo\n');
    // fish stays in its editor; the others show another prompt. An empty row is on the way there.
    const asksForMore = kind.shell === 'fish' ? /^\s*$/ : /^(for)?>/;
    await shell.pane.waitForScreen(({ rows, cursor }) => asksForMore.test(rows[cursor.y] ?? ''));
    await expect(shell.exec('echo no')).rejects.toMatchObject({
      code: expect.stringMatching(/^SHELL_(LINE_IN_USE|BUSY)$/),
    });
    await interrupt(shell);
    expect(await shell.exec('echo yes', { when: 'idle' })).toMatchObject({ output: 'yes\n' });
  });

  it('leaves a person alone who looks at the history of the pane', async () => {
    await using place = await ground(kind);
    const { shell, server } = place;
    await server.tmux.command('copy-mode', '-t', shell.pane.id);
    expect(await shell.exec('echo one')).toMatchObject({ output: 'one\n' });
    expect((await shell.pane.info()).inMode).toBe(true);
  });

  it('keeps the screen tidy where there is little room', async () => {
    await using place = await ground(kind);
    const { shell, server } = place;
    const { windowId } = await shell.pane.info();
    await server.tmux.command('resize-window', '-t', windowId, '-x', '22', '-y', '6');
    await shell.exec('clear');
    for (const word of ['a', 'b', 'c', 'd', 'e']) await shell.exec(`echo ${word}`);
    const text = await shell.pane.capture({ history: 'all' });
    expect(text).toMatch(
      /^mine: echo a\na\nmine: echo b\nb\nmine: echo c\nc\nmine: echo d\nd\nmine: echo e\ne\nmine:\n$/m,
    );
  });

  it('stays out of the history that the user keeps', async () => {
    await using place = await ground(kind);
    const { shell, home } = place;
    await shell.pane.sendText('echo by-hand\n');
    await shell.pane.waitForText(/^by-hand$/m);
    await shell.exec('echo by-us', { when: 'idle' });
    if (kind.shell === 'bash') await shell.exec('history -a');
    if (kind.shell === 'fish') await shell.exec('history save');
    const path = { bash: 'history', zsh: 'history', fish: '.local/share/fish/fish_history' };
    const file = path[kind.shell as keyof typeof path] ?? '.ash_history';
    const history = await readFile(join(home, file), 'utf8').catch(() => '');
    expect(history).not.toContain('by-us');
    if (kind.shell in path) {
      expect(history).toContain('by-hand');
      expect(history).not.toContain('__mux');
    }
    // fish keeps the last line for one more command, whatever it was.
    if (kind.shell === 'bash' || kind.shell === 'zsh') {
      await shell.pane.sendKeys('Up');
      await shell.pane.waitForCursorLine(/by-hand/);
    }
  });
});

describe('bash with a configuration of its own', () => {
  const bash = kinds[0];

  it('keeps prompt commands, traps and prompts that change', async () => {
    const more = `PROMPT_COMMAND=('before=$?' 'PS1="$before mine: "')
trap ': debug' DEBUG
set -o vi
HISTCONTROL=
unset PROMPT_DIRTRIM`;
    await using place = await ground(bash, more);
    const { shell } = place;
    expect(await shell.exec('false')).toMatchObject({ code: 1, output: '' });
    await shell.pane.waitForCursorLine(/^1 mine:/);
    await shell.pane.sendKeys('Escape');
    expect(await shell.exec('echo hi; trap -p DEBUG')).toMatchObject({
      output: "hi\ntrap -- ': debug' DEBUG\n",
    });
    expect(
      await shell.exec(`echo "\${#PROMPT_COMMAND[@]}"; bash --norc -c "declare -p PROMPT_COMMAND"`),
    ).toMatchObject({
      output: expect.stringMatching(/^4\nbash: line 1: declare: PROMPT_COMMAND: not found\n$/),
    });
  });

  it('works with a prompt command that is exported, set -u, and a prompt that a command replaces', async () => {
    await using place = await ground(bash, "export PROMPT_COMMAND='shown=1;'\nset -u");
    const { shell } = place;
    await shell.exec("PS1='new> '");
    await shell.pane.waitForCursorLine(/^new>/);
    expect(await shell.exec('echo "$shown"')).toMatchObject({ output: '1\n' });
    await shell.exec('PROMPT_COMMAND=');
    expect(await shell.exec('echo still')).toMatchObject({ output: 'still\n' });
    expect(await shell.exec('echo still')).toMatchObject({ output: 'still\n' });
  });

  it('runs at the top level: declarations, functions and options stay', async () => {
    await using place = await ground(bash);
    const { shell } = place;
    await shell.exec(
      'declare -A map=([k]=v); f() { echo "f $1"; }; set -- a b; shopt -s nullglob; alias g="echo aliased"',
    );
    expect(await shell.exec(`echo "\${map[k]} $(f 1) $# $(shopt nullglob)"; g`)).toMatchObject({
      output: 'v f 1 2 nullglob       \ton\naliased\n',
    });
  });

  it('interrupts for a caller who cancels', async () => {
    await using place = await ground(bash);
    const { shell } = place;
    const cancelled = new AbortController();
    const running = shell.exec('echo up; sleep 600', { signal: cancelled.signal });
    await shell.pane.waitForText(/^up$/m);
    cancelled.abort();
    await expect(running).rejects.toMatchObject({ code: 'ABORTED', details: { usable: true } });
    const leave = new AbortController();
    const left = shell.exec('echo on; read x', { signal: leave.signal, onTimeout: 'leave' });
    await shell.pane.waitForText(/^on$/m);
    leave.abort();
    await expect(left).rejects.toMatchObject({ code: 'ABORTED', details: { usable: false } });
    expect(await shell.busy()).toBe('bash');
    await shell.pane.sendText('\n');
    expect(await shell.exec('echo "x=$x"', { when: 'idle' })).toMatchObject({ output: 'x=\n' });
  });
});

describe('with a person at a shell whose own configuration runs before each prompt', () => {
  const [bash, zsh] = kinds;
  const slow = (name: string): string =>
    `${name}() { [[ -e ~/slow ]] || return; echo slow; until [[ -e ~/fast ]]; do sleep 0.05; done; }`;
  const cases = [
    { ...zsh, when: 'after its prompt', config: `${slow('mine')}; zle -N zle-line-init mine` },
    { ...zsh, when: 'before its prompt', config: `${slow('mine')}; precmd_functions+=(mine)` },
    { ...bash, when: 'before its prompt', config: `${slow('mine')}; PROMPT_COMMAND=mine` },
  ];

  it.each(cases)('waits for $shell that works $when, after a Ctrl-C', async ({ config, ...kind }) => {
    await using place = await ground(kind, config);
    const { shell, home } = place;
    await shell.pane.sendText('for i in 1 2\n');
    await shell.pane.waitForCursorLine(/^(for)?>/);
    await expect(shell.exec('echo no')).rejects.toMatchObject({ code: 'SHELL_LINE_IN_USE' });
    await writeFile(join(home, 'slow'), '');
    await shell.pane.sendKeys('C-c');
    await shell.pane.waitForText('slow');
    await expect(shell.exec('echo no')).rejects.toMatchObject({ code: 'SHELL_BUSY' });
    const waiting = shell.exec('echo yes', { when: 'idle' });
    await writeFile(join(home, 'fast'), '');
    expect(await waiting).toMatchObject({ code: 0, output: 'yes\n' });
  });
});
