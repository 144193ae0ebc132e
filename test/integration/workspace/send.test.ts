import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { openWorkspace, PATIENCE } from './open-workspace.js';

describe('send', () => {
  it('types the command exactly and presses Enter, whatever characters it holds [C21] [C24] [C25]', async () => {
    await using workspace = await openWorkspace();
    await workspace.ok({ action: 'send', command: 'mkdir -p here && cd here', wait: 'end' });
    const text = `"double" 'single' $HOME \`x\` \\n %s #{pane_id} ; Enter C-c ~ é 日本 🎉 !! <tag a="b">&amp;`;
    const response = await workspace.capability.execute({
      action: 'send',
      command: `cat > typed <<'EOF'\n${text}\nEOF`,
    });
    expect(response).toEqual({
      success: true,
      data: {
        pane: '0.0',
        command: `cat > typed <<'EOF'\n${text}\nEOF`,
        sent_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      },
    });
    await vi.waitFor(
      async () => expect(await readFile(join(workspace.folder, 'here', 'typed'), 'utf8')).toBe(`${text}\n`),
      PATIENCE,
    );
  });

  it('returns at once for a command that runs on, which later reads show [C23] [C8]', async () => {
    await using workspace = await openWorkspace();
    await workspace.ok({ action: 'send', command: 'echo begun; while :; do sleep 0.05; date +tick%N; done' });
    await workspace.reads(/^begun$/m);
    const { output } = await workspace.reads(/(tick\d+\n){3}/, { all: true });
    const before = await workspace.ok({ action: 'status' });
    expect(before).toMatchObject({ state: 'running', command_state: 'running' });
    await workspace.ok({ action: 'list' });
    const later = await workspace.reads(/(tick\d+\n){6}/, { all: true });
    expect(later.output.startsWith(output.slice(0, 40))).toBe(true);
  });

  it('clears screen and history first where it is asked to [C22]', async () => {
    await using workspace = await openWorkspace();
    await workspace.ok({ action: 'send', command: 'seq 1 500', wait: 'end' });
    await workspace.reads(/^500$/m);
    await workspace.ok({ action: 'send', command: 'echo after', clear: 'true', wait: 'end' });
    const shown = async (): Promise<string> =>
      (await workspace.tmux.pane('%1').capture({ history: 'all' })).replaceAll(/ +$/gm, '').trimEnd();
    for (const request of [undefined, { command: 'echo again' }, { command: 'echo more', clear: true }]) {
      if (request) await workspace.ok({ action: 'send', ...request, wait: 'end' });
      const line = new RegExp(`^${request?.command.slice(5) ?? 'after'}\n.*[#$]$`, 'm');
      const { output, has_more } = await workspace.reads(line, { all: true });
      expect(output).toBe(await shown());
      expect(output).toMatch(/^.*[#$] echo (?:after|more)\n/);
      expect(output).not.toMatch(/^\d+$|__mux/m);
      expect(has_more).toBe(false);
    }
    // What runs is no prompt: all of it goes.
    await workspace.ok({ action: 'send', command: 'echo begun; cat' });
    await workspace.reads(/^begun$/m);
    await workspace.ok({ action: 'send', command: 'hello', clear: true });
    const { output } = await workspace.reads(/^hello\nhello$/m, { all: true });
    expect(output).toBe('hello\nhello');
    expect(await shown()).toBe('hello\nhello');
  });

  it('keeps folder, variables and programs of a pane for the next action and the next process [C6]', async () => {
    await using workspace = await openWorkspace();
    // Of what is typed at a prompt it is known when it has ended; of what is typed ahead of the first one it is not.
    await workspace.runs('0.0', null);
    await workspace.ok({ action: 'send', command: 'cd /tmp && export COLOUR=green' });
    await workspace.runs('0.0', null);
    await workspace.capability.close();
    const next = workspace.another();
    expect(
      await workspace.ok({ action: 'send', command: 'echo "$PWD $COLOUR"', wait: 'end' }, next),
    ).toMatchObject({ output: '/tmp green', exit_code: 0 });
  });

  it('runs commands in several panes at the same time [C7]', async () => {
    await using workspace = await openWorkspace();
    await workspace.ok({ action: 'split', direction: 'vertical' });
    // Each waits for the other, so that one behind the other would never end.
    const wait = (mine: string, other: string): string =>
      `touch ${mine}; until [ -e ${other} ]; do sleep 0.02; done; echo met`;
    const both = [
      workspace.ok({ action: 'send', command: wait('a', 'b'), wait: 'end' }),
      workspace.ok({ action: 'send', pane: '0.1', command: wait('b', 'a'), wait: 'end' }),
    ];
    expect(await Promise.all(both)).toMatchObject([{ output: 'met' }, { output: 'met' }]);
  });

  it('types whole commands of several senders one after the other', async () => {
    await using workspace = await openWorkspace();
    await workspace.ok({ action: 'send', command: 'cat > typed', pane: '0.0' });
    await workspace.runs('0.0', 'cat');
    const lines = Array.from({ length: 12 }, (_, i) => `${i} ${'x'.repeat(300)}`);
    const users = [workspace.capability, workspace.another(), workspace.another()];
    await Promise.all(
      lines.map((command, i) => workspace.ok({ action: 'send', command }, users[i % users.length])),
    );
    await vi.waitFor(async () => {
      const typed = (await readFile(join(workspace.folder, 'typed'), 'utf8')).trimEnd().split('\n');
      expect(typed.toSorted()).toEqual(lines.toSorted());
    }, PATIENCE);
  });
});

describe('send with wait', () => {
  it('gives exit code and output at the end of the command', async () => {
    await using workspace = await openWorkspace();
    expect(await workspace.ok({ action: 'send', command: 'seq 3; (exit 7)', wait: 'end' })).toMatchObject({
      done: true,
      exit_code: 7,
      output: '1\n2\n3',
    });
    await workspace.reads(/seq 3; \(exit 7\)\n1\n2\n3\n/);
  });

  it('says that the command goes on when the time is up, and lets it', async () => {
    await using workspace = await openWorkspace();
    const command = 'echo begun; sleep 600';
    await workspace.ok({ action: 'send', command: ':', wait: 'end' });
    expect(await workspace.ok({ action: 'send', command, wait: 'end', timeout: '10' })).toMatchObject({
      done: false,
      exit_code: null,
      output: 'begun',
    });
    await workspace.runs('0.0', 'sleep 600');
    expect(await workspace.fails({ action: 'send', command: 'ls', wait: 'end' })).toMatchObject({
      error: expect.stringMatching(/^Pane 0.0 is busy/),
      suggestion: expect.stringContaining("action='split'"),
    });
  });

  it('stays until text is printed, and is not deceived by its own echo', async () => {
    await using workspace = await openWorkspace();
    const command = 'sleep 0.5; echo "server" "ready"; sleep 600';
    expect(await workspace.ok({ action: 'send', command, wait: 'text', text: 'server ready' })).toMatchObject(
      { done: true, exit_code: null, output: 'server ready' },
    );
    await workspace.ok({ action: 'split', direction: 'vertical' });
    await workspace.runs('0.1', null);
    const never = {
      action: 'send',
      pane: '0.1',
      command: 'echo never',
      wait: 'text',
      text: 'ever!',
      timeout: 15,
    };
    expect(await workspace.ok(never)).toMatchObject({
      done: false,
      output: expect.stringContaining('never'),
    });
    expect(await workspace.fails({ ...never, text: '' })).toMatchObject({
      error: "The parameter 'text' is missing.",
    });
  });

  it('stays until nothing was printed for a while', async () => {
    await using workspace = await openWorkspace();
    await workspace.ok({ action: 'send', command: ':', wait: 'end' });
    const command = 'for i in 1 2 3 4; do echo $i; sleep 0.1; done';
    expect(await workspace.ok({ action: 'send', command, wait: 'quiet', quiet_ms: 10_000 })).toMatchObject({
      done: true,
      output: '1\n2\n3\n4',
    });
  });

  it('says so where the pane holds no shell that can tell', async () => {
    await using workspace = await openWorkspace();
    await workspace.ok({ action: 'init' });
    await workspace.tmux.command('new-window', '-d', '-t', 'artie:', 'cat');
    expect(await workspace.fails({ action: 'send', pane: '1.0', command: 'ls', wait: 'end' })).toMatchObject({
      error: expect.stringContaining('Pane 1.0 holds no shell'),
      suggestion: expect.stringContaining("wait='text'"),
    });
  });
});
