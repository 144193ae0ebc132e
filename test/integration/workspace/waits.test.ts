import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sized } from '../../soak.js';
import { type OpenWorkspace, openWorkspace } from './open-workspace.js';

describe('wait="text"', () => {
  it('finds text behind very much output, and gives the end of it', async () => {
    await using workspace = await openWorkspace();
    await workspace.ok({ action: 'send', command: ':', wait: 'end' });
    const last = sized(30_000, 150_000);
    const command = `seq 1 ${last}; echo REA""DY`;
    const found = await workspace.ok({ action: 'send', command, wait: 'text', text: 'READY', timeout: 120 });
    expect(found.done).toBe(true);
    expect(found.output).toMatch(/^\[muxwright: the first \d+ characters are left out[^\n]*\n/);
    expect(found.output.endsWith(`\n${last}\nREADY`)).toBe(true);
    expect(found.output.length).toBeLessThan(110_000);
  });

  it('is not deceived by the echo of its own command, at a prompt or typed ahead', async () => {
    await using workspace = await openWorkspace();
    const { ok } = workspace;
    await workspace.runs('0.0', null);
    const wait = { action: 'send', wait: 'text', text: 'READY' };
    const command = 'until [ -e go ]; do sleep 0.05; done; echo READY; sleep 600';
    expect(await ok({ ...wait, command, timeout: 5 })).toMatchObject({ done: false });
    await ok({ action: 'split', direction: 'vertical' });
    await workspace.runs('0.1', null);
    const busy = `sh -c 'echo begun; until [ -e ready ]; do sleep 0.05; done'`;
    await ok({ action: 'send', pane: '0.1', command: busy });
    await workspace.reads(/^begun$/m, { pane: '0.1' });
    const ahead = ok({ ...wait, pane: '0.1', command, timeout: 120 });
    await workspace.reads(/^until \[ -e go/m, { pane: '0.1' });
    await writeFile(join(workspace.folder, 'ready'), '');
    // Behind what ran the shell shows the command once more.
    await workspace.reads(/^.*[#$] until \[ -e go/m, { pane: '0.1' });
    await ok({ action: 'split', direction: 'vertical' });
    await ok({ action: 'send', pane: '0.2', command: 'echo one >> order; touch go', wait: 'end' });
    expect(await ahead).toMatchObject({ done: true, output: 'READY' });
  });

  it('gives the screen of a program that draws one of its own', async () => {
    await using workspace = await openWorkspace();
    const { ok } = workspace;
    await ok({ action: 'send', command: 'seq 1 500 > numbers', wait: 'end' });
    const opened = await ok({ action: 'send', command: 'less numbers', wait: 'text', text: '\n40\n' });
    expect(opened.output).toMatch(/^1\n2\n3\n/);
    // The last row of the page, for less draws it from above and scrolls.
    const moved = await ok({ action: 'send', command: '/^300', wait: 'text', text: '\n348\n' });
    expect(moved).toMatchObject({ done: true, output: expect.stringMatching(/^300\n301\n/) });
    const { output } = await ok({ action: 'send', command: 'q', wait: 'quiet', quiet_ms: 10_000 });
    expect(output).not.toMatch(/^30\d$/m);
  });

  it('hears a program that answers with the very text', async () => {
    await using workspace = await openWorkspace();
    await workspace.ok({ action: 'send', command: 'cat' });
    await workspace.runs('0.0', 'cat');
    const request = { action: 'send', command: 'hello', wait: 'text', text: 'hello' };
    expect(await workspace.ok(request)).toMatchObject({ done: true, output: 'hello' });
  });
});

describe.each(['zsh', 'fish', 'dash', 'busybox'])('wait="text" in %s', (shell) => {
  it('hears what a command prints, and neither its echo nor a prompt', async () => {
    await using workspace = await openWorkspace({ shell });
    const { ok, folder } = workspace;
    // At a prompt that is there, and ahead of one that is not.
    for (const [go, before] of [
      ['go-1', ':'],
      ['go-2', `sh -c 'until [ -e ${folder}/go-2-first ]; do sleep 0.02; done'`],
    ] as const) {
      await ok({ action: 'send', command: before });
      await workspace.runs('0.0', before === ':' ? null : before);
      const until = (file: string): string => `until [ -e ${folder}/${file} ]; do sleep 0.02; done`;
      const command = `sh -c '${until(go)}; echo READY $((6*7)); ${until(`${go}-end`)}'`;
      let settled = false;
      const waiting = ok({ action: 'send', command, wait: 'text', text: 'READY', timeout: 120 }).finally(
        () => {
          settled = true;
        },
      );
      await writeFile(join(folder, `${go}-first`), '');
      await workspace.runs('0.0', command);
      expect(settled).toBe(false);
      await writeFile(join(folder, go), '');
      expect(await waiting).toMatchObject({ done: true, output: 'READY 42' });
      await writeFile(join(folder, `${go}-end`), '');
      await workspace.runs('0.0', null);
    }
  });
});

describe('wait="text" on a connection that breaks', () => {
  it('finds in the log what was printed meanwhile', async () => {
    await using workspace = await openWorkspace();
    const { ok, folder, tmux } = workspace;
    await workspace.runs('0.0', null);
    const command = 'echo begun; until [ -e go ]; do sleep 0.02; done; seq 1 500; printf "REA"; echo DY; cat';
    const waiting = ok({ action: 'send', command, wait: 'text', text: 'READY', timeout: 120 });
    await workspace.reads(/^begun$/m);
    const before = await watchers(workspace);
    expect(before).toHaveLength(1);
    await writeFile(join(folder, 'go'), '');
    await tmux.request(before.map((client) => ['detach-client', '-t', client] as const));
    const { done, output } = await waiting;
    expect(done).toBe(true);
    const numbers = Array.from({ length: 500 }, (_, i) => String(i + 1));
    expect(output.split('\n')).toEqual(['begun', ...numbers, 'READY']);
    // A client that was sent away needs a moment to go.
    await expect.poll(() => watchers(workspace)).not.toEqual(before);
  });
});

describe('wait="end"', () => {
  it('says that output is missing where the connection broke, and the exit code all the same', async () => {
    await using workspace = await openWorkspace();
    const { ok, folder, tmux } = workspace;
    await ok({ action: 'send', command: ':', wait: 'end' });
    const command = 'echo begun; until [ -e go ]; do sleep 0.02; done; echo ended; (exit 7)';
    const waiting = ok({ action: 'send', command, wait: 'end', timeout: 120 });
    await workspace.reads(/^begun$/m);
    const before = await watchers(workspace);
    expect(before).toHaveLength(1);
    await tmux.request(before.map((client) => ['detach-client', '-t', client] as const));
    await expect.poll(() => watchers(workspace)).toEqual([expect.not.stringMatching(before.join())]);
    await writeFile(join(folder, 'go'), '');
    expect(await waiting).toMatchObject({
      done: true,
      exit_code: 7,
      output: expect.stringMatching(
        /^\[muxwright: some of the output is missing here; use action='read'\]\nbegun/,
      ),
    });
    await workspace.reads(/^begun\nended$/m);
  });

  it('says at once that the pane is busy, also where nobody has waited in it before, and notes nothing', async () => {
    await using workspace = await openWorkspace();
    const { ok } = workspace;
    await workspace.runs('0.0', null);
    await ok({ action: 'send', command: 'sleep 600' });
    await workspace.runs('0.0', 'sleep 600');
    // The shell has said so; its child has that name a moment later.
    const program = (): Promise<string[]> =>
      workspace.tmux.command('list-panes', '-a', '-F', '#{pane_current_command}');
    await expect.poll(program).toEqual(['sleep']);
    expect(await workspace.fails({ action: 'send', command: 'echo refused', wait: 'end' })).toMatchObject({
      error: "Pane 0.0 is busy: 'sleep' runs in it.",
    });
    expect(await ok({ action: 'status' })).toMatchObject({ command: 'sleep 600', command_state: 'running' });
  });

  it('waits for a first prompt no longer than it was told to', async () => {
    await using workspace = await openWorkspace({ shell: 'bash' });
    await writeFile(join(workspace.config.env?.HOME ?? '', '.bashrc'), 'sleep 600');
    await workspace.ok({ action: 'init' });
    const request = { action: 'send', command: 'ls', wait: 'end', timeout: 1 };
    expect(await workspace.fails(request)).toMatchObject({
      error: expect.stringContaining('did not come to its prompt in time'),
    });
  });
});

/** The clients of tmux that follow what panes print. */
async function watchers({ tmux }: OpenWorkspace): Promise<string[]> {
  const format = '#{?client_readonly,#{client_name},}';
  return (await tmux.command('list-clients', '-F', format)).filter(Boolean);
}
