import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { type OpenWorkspace, openWorkspace, PATIENCE } from './open-workspace.js';

/** In the place of a shell: prints what it is sent, as it is, and nothing else. */
const QUIET = 'stty -echo; clear; echo quiet now; exec sh';

describe('read', () => {
  it('gives the last lines of screen and scrollback, by default 100, fewer if there are fewer [C26] [C30] [C31] [C32]', async () => {
    await using workspace = await openWorkspace();
    expect(await quiet(workspace)).toMatchObject({ output: '', lines_captured: 0, has_more: false });
    await print(workspace, 'seq 1 5');
    const few = await workspace.reads(/^5$/m);
    const start = Number(few.cursor_position) - 5;
    expect(few).toEqual({
      pane: '0.0',
      output: numbers(1, 5),
      lines_captured: 5,
      cursor_position: String(start + 5),
      has_more: false,
    });
    await print(workspace, 'seq 6 300');
    expect(await workspace.reads(/^300$/m)).toEqual({
      pane: '0.0',
      output: numbers(201, 300),
      lines_captured: 100,
      cursor_position: String(start + 300),
      has_more: true,
    });
    expect(await workspace.ok('<capability name="tmux" action="read" lines="3" />')).toMatchObject({
      output: numbers(298, 300),
      lines_captured: 3,
      has_more: true,
    });
    const everything = { output: numbers(1, 300), lines_captured: 300, has_more: false };
    expect(await workspace.ok({ action: 'read', all: true, lines: 3 })).toMatchObject(everything);
    // Another process has to read it all again from the log.
    expect(await workspace.ok({ action: 'read', all: 'true' }, workspace.another())).toMatchObject(
      everything,
    );
    expect(await workspace.ok({ action: 'read', lines: 250 }, workspace.another())).toMatchObject({
      output: numbers(51, 300),
      has_more: true,
    });
  });

  it('captures the entire scrollback with all, and sets the position to its end [C27] [C35]', async () => {
    await using workspace = await openWorkspace({ historyLimit: 200 });
    await quiet(workspace);
    await print(workspace, 'seq 1 1000');
    await workspace.reads(/^1000$/m, { lines: 1 });
    const { output } = await workspace.ok({ action: 'read', all: true });
    expect(output.endsWith(numbers(801, 1000))).toBe(true);
    expect(await workspace.ok({ action: 'read', since: true })).toMatchObject({
      output: '',
      lines_captured: 0,
    });
  });

  it('gives only new output with since, and nothing when there is none [C28] [C33] [C34]', async () => {
    await using workspace = await openWorkspace();
    await workspace.ok({ action: 'send', command: 'echo one', wait: 'end' });
    // With the prompt behind it, which comes last.
    const first = await workspace.reads(/^one\n.*[#$]$/m, { since: true });
    expect(first.output).toMatch(/echo one\none\n/);
    expect(await workspace.ok({ action: 'read', since: true })).toMatchObject({
      output: '',
      lines_captured: 0,
    });
    await quiet(workspace);
    await print(workspace, 'seq 1 150');
    const since = await workspace.reads(/^150$/m, { since: true });
    expect(since).toMatchObject({ output: numbers(1, 150), lines_captured: 150 });
    await print(workspace, 'seq 151 170');
    await recorded(workspace, '170');
    expect(await workspace.ok({ action: 'read', since: true, lines: 5 })).toMatchObject({
      output: numbers(166, 170),
      lines_captured: 5,
      has_more: true,
    });
  });

  it('keeps a position for each pane, for the next process too [C33]', async () => {
    await using workspace = await openWorkspace();
    await workspace.ok({ action: 'split', direction: 'vertical' });
    for (const pane of ['0.0', '0.1'])
      await workspace.ok({ action: 'send', pane, command: `echo in ${pane}`, wait: 'end' });
    await workspace.reads(/^in 0.0$/m, { since: true });
    const [state] = await workspace.tmux.command(
      'display-message',
      '-p',
      '-t',
      '%1',
      '#{@muxwright_ws_read}',
    );
    expect(state).not.toBe('');
    const next = workspace.another();
    await workspace.ok({ action: 'send', command: 'echo more', wait: 'end' }, next);
    let output = '';
    await vi.waitFor(async () => {
      output += `${(await workspace.ok({ action: 'read', since: true }, next)).output}\n`;
      expect(output).toMatch(/^more$/m);
    }, PATIENCE);
    expect(output).toMatch(/echo more\nmore\n/);
    expect(output).not.toContain('in 0.0');
    expect(await workspace.reads(/^in 0.1$/m, { pane: '0.1', since: true })).toMatchObject({ pane: '0.1' });
  });

  it('trims the end of lines and of the output, and keeps blank lines between [C29]', async () => {
    await using workspace = await openWorkspace();
    await quiet(workspace);
    await print(workspace, "printf 'a   \\n\\n\\n  b\\t \\n\\n\\n'");
    expect(await workspace.reads(/b/)).toMatchObject({ output: 'a\n\n\n  b', lines_captured: 4 });
  });

  it('gives of a line that was not finished only the rest, and of one that was rewritten all [C36]', async () => {
    await using workspace = await openWorkspace();
    await quiet(workspace);
    await print(
      workspace,
      "printf 'Name: '; read name; echo; printf '10%%'; read go; printf '\\r99%%\\n'; echo done",
    );
    expect(await workspace.reads(/Name/, { since: true })).toMatchObject({
      output: 'Name:',
      lines_captured: 1,
    });
    await print(workspace, '');
    expect(await workspace.reads(/10%/, { since: true })).toMatchObject({ output: '10%' });
    await print(workspace, '');
    expect(await workspace.reads(/done/, { since: true })).toMatchObject({
      output: '99%\ndone',
      lines_captured: 2,
    });
    await print(workspace, "printf 'abc'; read go; echo def");
    expect(await workspace.reads(/abc/, { since: true })).toMatchObject({ output: 'abc' });
    await print(workspace, '');
    expect(await workspace.reads(/def/, { since: true })).toMatchObject({ output: 'def', lines_captured: 1 });
  });

  it('shows what is rewritten in place as the screen does: bars, and several rows at once', async () => {
    await using workspace = await openWorkspace();
    await quiet(workspace);
    const bars =
      "for i in 1 2 3; do printf 'first %s0%%\\nsecond %s5%%\\n\\033[2A' $i $i; done; printf '\\n\\n'; echo ok";
    await print(workspace, bars);
    expect(await workspace.reads(/ok/)).toMatchObject({ output: 'first 30%\nsecond 35%\nok' });
    expect(await screenOf(workspace)).toBe('first 30%\nsecond 35%\nok');
  });

  it('goes on counting when the screen is cleared, and loses nothing that was not read [C31] [C36]', async () => {
    await using workspace = await openWorkspace();
    await quiet(workspace);
    await print(workspace, 'seq 1 3');
    const { cursor_position } = await workspace.reads(/^3$/m, { since: true });
    await print(workspace, 'seq 4 6; clear; seq 7 8');
    expect(await workspace.reads(/^8$/m, { since: true })).toMatchObject({
      output: numbers(4, 8),
      cursor_position: String(Number(cursor_position) + 5),
    });
    expect(await workspace.ok({ action: 'read' })).toMatchObject({ output: numbers(7, 8), has_more: false });
  });

  it('reads 50,000 lines at random moments, from several processes: each number exactly once [C36]', async () => {
    await using workspace = await openWorkspace({ maxLogBytes: 200_000, keepLogFiles: 50 });
    await quiet(workspace);
    await workspace.ok({ action: 'read', since: true });
    await print(
      workspace,
      'i=0; while [ $i -lt 50000 ]; do seq $((i+1)) $((i+100)); i=$((i+100)); done; echo end',
    );
    const users = [workspace.capability, workspace.another(), workspace.another()];
    const found: string[] = [];
    let reads = 0;
    while (found.at(-1) !== 'end') {
      const { output } = await workspace.ok({ action: 'read', since: true }, users[reads % users.length]);
      if (output !== '') found.push(...output.split('\n'));
      reads += 1;
      await delay(Math.random() * 20);
    }
    expect(found.pop()).toBe('end');
    expect(found).toEqual(numbers(1, 50_000).split('\n'));
  });

  it('lets two that read at the same moment share the lines', async () => {
    await using workspace = await openWorkspace();
    await quiet(workspace);
    await print(workspace, 'seq 1 50');
    await recorded(workspace, '50');
    const users = [workspace.capability, workspace.another(), workspace.another(), workspace.another()];
    const all = await Promise.all(users.map((user) => workspace.ok({ action: 'read', since: true }, user)));
    expect(all.map(({ output }) => output).filter((output) => output !== '')).toEqual([numbers(1, 50)]);
  });

  it('shows the screen of a program that has one of its own, and then goes on with the lines', async () => {
    await using workspace = await openWorkspace();
    await workspace.ok({ action: 'send', command: 'seq 1 200 > numbers; echo before', wait: 'end' });
    await workspace.reads(/^before$/m, { since: true });
    await workspace.ok({ action: 'send', command: 'less numbers' });
    await workspace.reads(/^40$/m);
    expect(await workspace.ok({ action: 'read', lines: 2 })).toMatchObject({
      lines_captured: 2,
      has_more: true,
    });
    await workspace.tmux.pane('%1').sendKeys('q');
    const { output } = await workspace.reads(/less numbers/);
    expect(output).not.toMatch(/^40$/m);
  });

  it('gives another process the lines before and behind such a screen, and nothing that was drawn on it', async () => {
    await using workspace = await openWorkspace();
    await quiet(workspace);
    const alternate = `printf '\\033[?1049h'; seq -f "ALT %.0f ${'y'.repeat(60)}" 900; printf '\\033[?1049l'`;
    await print(workspace, `seq 1 150; ${alternate}; seq 151 210`);
    await workspace.reads(/^210$/m);
    expect(await workspace.ok({ action: 'read' }, workspace.another())).toMatchObject({
      output: numbers(111, 210),
    });
  });

  it('never shows the beginning of what may become a secret', async () => {
    await using workspace = await openWorkspace();
    await quiet(workspace);
    const [half, rest] = ['ghp_0123456789abcdefghijklmnop', 'qrstuvwxyz'];
    await print(workspace, `printf 'token ${half}'; read go; echo ${rest}`);
    expect((await workspace.reads(/token/, { since: true })).output).toBe('token');
    await print(workspace, '');
    expect((await workspace.reads(/\*{4}/, { since: true })).output).not.toContain('ghp_');
  });

  it('reads panes that a person made, from what they show now on', async () => {
    await using workspace = await openWorkspace();
    const { tmux } = workspace;
    await workspace.ok({ action: 'init' });
    await tmux.command('new-window', '-d', '-t', 'artie:', '-n', 'hers', 'seq 1 100; stty -echo; exec sh');
    expect(await workspace.reads(/^100$/m, { pane: '1.0' })).toMatchObject({
      output: expect.stringContaining('\n99\n100'),
    });
    await tmux.command('send-keys', '-t', 'artie:hers', 'seq 101 300', 'Enter');
    const seen: string[] = [];
    await vi.waitFor(async () => {
      const { output } = await workspace.ok(
        { action: 'read', pane: '1.0', since: true },
        workspace.another(),
      );
      seen.push(...output.split('\n').map((line) => line.replace(/^[#$]? /, '')));
      expect(seen).toContain('300');
    }, PATIENCE);
    expect(seen.filter((line) => /^\d+$/.test(line))).toEqual(numbers(101, 300).split('\n'));
    await tmux.command('new-window', '-d', '-t', 'artie:', '-n', 'piped', 'cat');
    await tmux.command('pipe-pane', '-t', 'artie:piped', 'cat > /dev/null');
    await tmux.command('send-keys', '-t', 'artie:piped', 'hello', 'Enter');
    expect(await workspace.reads(/hello\nhello/, { pane: '2.0' })).toMatchObject({ lines_captured: 2 });
  });

  it('is redacted, as is all that is written', async () => {
    await using workspace = await openWorkspace();
    const token = `ghp_${'0123456789abcdefghij'.repeat(2).slice(0, 36)}`;
    await workspace.ok({ action: 'send', command: `echo ${token}; printf ${token}`, wait: 'end' });
    const { output } = await workspace.reads(/^\*{4}/m);
    expect(output).not.toContain('ghp_');
  });
});

/** A shell that shows neither prompts nor what is typed. */
async function quiet(workspace: OpenWorkspace) {
  await workspace.ok({ action: 'send', command: `PS1= PS2= ENV= ; export PS1; ${QUIET}` });
  const shows = (wanted: string): Promise<void> =>
    vi.waitFor(async () => expect((await workspace.ok({ action: 'read' })).output).toBe(wanted), PATIENCE);
  await shows('quiet now');
  await print(workspace, 'clear');
  await shows('');
  return workspace.ok({ action: 'read', since: true });
}

function print(workspace: OpenWorkspace, command: string) {
  return workspace.ok({ action: 'send', command });
}

function numbers(from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, i) => String(from + i)).join('\n');
}

/** Waits until the recorder has a line; it is behind what the pane shows. */
async function recorded({ tmux }: OpenWorkspace, line: string): Promise<void> {
  const [log = ''] = await tmux.command('display-message', '-p', '-t', '%1', '#{@muxwright_ws_log}');
  const [id, folder] = log.split(' ');
  await vi.waitFor(async () => {
    const text = await readFile(`${folder}/${id}.log`, 'utf8');
    expect(text).toMatch(new RegExp(`^\\S+ ${line}$`, 'm'));
  }, PATIENCE);
}

async function screenOf({ tmux }: OpenWorkspace): Promise<string> {
  return (await tmux.pane('%1').capture()).trimEnd();
}
