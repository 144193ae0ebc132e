import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openWorkspace } from './open-workspace.js';

const fresh = {
  session: 'artie',
  windows: [{ id: 0, name: 'workspace', panes: 1 }],
  active_pane: '0.0',
};

describe('init', () => {
  it('makes session artie with window 0 and pane 0.0 in the working folder [C17] [C19] [C20]', async () => {
    await using workspace = await openWorkspace();
    expect(await workspace.capability.execute({ action: 'init' })).toEqual({ success: true, data: fresh });
    // A copy of tmux that becomes the shell is not in its folder at once.
    await expect
      .poll(() => workspace.tmux.panes())
      .toEqual([
        expect.objectContaining({
          sessionName: 'artie',
          windowName: 'workspace',
          cwd: workspace.folder,
          title: 'main',
        }),
      ]);
  });

  it('creates nothing more when it is called again, or many times at once by several [C18] [C10]', async () => {
    await using workspace = await openWorkspace();
    const users = [workspace.capability, workspace.another(), workspace.another(), workspace.another()];
    const calls = [0, 1, 2].flatMap(() => users.map((user) => user.execute({ action: 'init' })));
    for (const response of await Promise.all(calls)) expect(response).toEqual({ success: true, data: fresh });
    expect((await workspace.tmux.sessions()).map(({ name }) => name)).toEqual(['artie']);
    expect(await workspace.tmux.panes()).toHaveLength(1);
    // A shell that is still starting changes by itself.
    await workspace.runs('0.0', null);
    const [before] = await workspace.tmux.panes();
    expect(await workspace.ok('<capability name="tmux" action="init" />')).toEqual(fresh);
    expect(await workspace.tmux.panes()).toEqual([before]);
  });

  it('lets session, folder and names be configured [C10] [C19]', async () => {
    await using workspace = await openWorkspace({ session: 'mia', windowName: 'desk', title: 'first' });
    expect(await workspace.ok({ action: 'init' })).toMatchObject({
      session: 'mia',
      windows: [{ id: 0, name: 'desk', panes: 1 }],
    });
    expect((await workspace.ok({ action: 'list' })).windows[0]?.panes[0]).toMatchObject({ title: 'first' });
  });

  it('says so where the working folder cannot be made [C19]', async () => {
    await using workspace = await openWorkspace({ folder: '/proc/nowhere' });
    expect(await workspace.fails({ action: 'init' })).toMatchObject({
      error: expect.stringContaining("'/proc/nowhere' cannot be made"),
      suggestion: expect.stringContaining('`folder`'),
    });
    expect(await workspace.tmux.sessions()).toEqual([]);
  });

  it('keeps 10,000 lines of history in every pane, and leaves sessions of others theirs [C37]', async () => {
    await using workspace = await openWorkspace({}, { config: 'set -g history-limit 77' });
    await workspace.ok({ action: 'split', direction: 'vertical' });
    await workspace.tmux.command('split-window', '-t', 'artie:');
    const limits = (await workspace.tmux.panes()).map(({ sessionName, historyLimit }) => [
      sessionName,
      historyLimit,
    ]);
    expect(limits).toEqual([
      ['artie', 10_000],
      ['artie', 10_000],
      ['artie', 10_000],
      ['main', 77],
    ]);
    await using small = await openWorkspace({ historyLimit: 50 });
    await small.ok({ action: 'init' });
    expect((await small.tmux.panes())[0]?.historyLimit).toBe(50);
  });

  it('is never needed: any action makes what is missing, once, also after a kill [C58] [C11]', async () => {
    await using workspace = await openWorkspace();
    await workspace.ok({ action: 'send', command: 'echo first >> sent' });
    // It is typed ahead of the first prompt; the next command is taken only at the one behind it.
    const sent = (): Promise<string> => readFile(join(workspace.folder, 'sent'), 'utf8').catch(() => '');
    await expect.poll(sent).toBe('first\n');
    await workspace.runs('0.0', null);
    await workspace.ok({ action: 'send', command: 'cat sent', wait: 'end' });
    await (await workspace.tmux.findSession('artie'))?.kill();
    expect(
      await workspace.ok({ action: 'send', command: 'echo second >> sent; cat sent', wait: 'end' }),
    ).toMatchObject({
      output: 'first\nsecond',
    });
    await workspace.tmux.killServer();
    expect(await workspace.ok({ action: 'list' })).toMatchObject({
      windows: [{ id: 0, panes: [{ id: '0.0' }] }],
    });
    await workspace.capability.close();
    expect((await workspace.tmux.sessions()).map(({ name }) => name)).toEqual(['artie']);
  });
});

it('sweeps away what recorders left behind that were ended long ago', async () => {
  await using workspace = await openWorkspace();
  const folder = workspace.config.logFolder ?? '';
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // A log stays as long as a process names it, and a short name is in that of somebody else by chance.
  const [old, young] = [`p0${randomBytes(8).toString('hex')}`, `p1${randomBytes(8).toString('hex')}`];
  const files = [`${old}.log`, `${old}.log.0`, `${old}.tail`, `${young}.log`, 'shown-1'];
  for (const file of files) await writeFile(join(folder, file), 'x');
  const longAgo = new Date(Date.now() - 8 * 86_400_000);
  for (const file of [`${old}.log`, 'shown-1']) await utimes(join(folder, file), longAgo, longAgo);
  await workspace.ok({ action: 'init' });
  expect((await readdir(folder)).filter((file) => files.includes(file))).toEqual([`${young}.log`]);
  await rm(join(folder, `${young}.log`));
});

describe('addresses', () => {
  it('count from 0 whatever base-index and pane-base-index are [C13] [C12]', async () => {
    const config = 'set -g base-index 5\nset -g pane-base-index 3';
    await using workspace = await openWorkspace({}, { config });
    expect(await workspace.ok({ action: 'init' })).toMatchObject(fresh);
    expect(await workspace.ok({ action: 'split', direction: 'vertical' })).toMatchObject({ pane: '0.1' });
    expect(await workspace.ok({ action: 'window', name: 'projects' })).toMatchObject({
      window: 1,
      pane: '1.0',
    });
    expect(await workspace.ok({ action: 'split', window: 1, direction: 'horizontal' })).toMatchObject({
      pane: '1.1',
    });
    for (const pane of ['0.0', '0.1', '1.0', '1.1']) {
      expect(
        await workspace.ok({ action: 'send', pane, command: `echo ${pane}`, wait: 'end' }),
      ).toMatchObject({
        output: pane,
      });
    }
  });

  it('name the same pane until it is gone, through splits, kills, swaps, moves and renames [C15] [C41]', async () => {
    await using workspace = await openWorkspace();
    const { ok, tmux } = workspace;
    await ok({ action: 'split', direction: 'vertical' });
    await ok({ action: 'split', direction: 'vertical' });
    await ok({ action: 'window', name: 'other' });
    const addresses = ['0.0', '0.1', '0.2', '1.0'];
    for (const pane of addresses) await ok({ action: 'send', pane, command: `me=${pane}`, wait: 'end' });
    const says = async (): Promise<string[]> =>
      Promise.all(
        addresses.map(
          async (pane) => (await ok({ action: 'send', pane, command: 'echo $me', wait: 'end' })).output,
        ),
      );
    await tmux.command('swap-pane', '-d', '-s', 'artie:0.0', '-t', 'artie:0.2');
    await tmux.command('swap-window', '-d', '-s', 'artie:0', '-t', 'artie:1');
    await tmux.command('rename-window', '-t', 'artie:0', 'renamed');
    expect(await says()).toEqual(addresses);
    await tmux.command('move-pane', '-d', '-s', 'artie:1.1', '-t', 'artie:0');
    await tmux.command('rename-session', '-t', 'artie', 'hers');
    expect(await says()).toEqual(addresses);
    await ok({ action: 'kill', pane: '0.1' });
    expect(await ok({ action: 'split', direction: 'horizontal' })).toMatchObject({ pane: '0.3' });
    expect(await workspace.fails({ action: 'read', pane: '0.1' })).toMatchObject({
      error: 'Pane 0.1 not found',
    });
    addresses.splice(1, 1);
    expect(await says()).toEqual(addresses);
  });

  it('are given to what a person made, and by several at once never twice [C13] [C15]', async () => {
    await using workspace = await openWorkspace();
    const { ok, tmux, capability } = workspace;
    await ok({ action: 'init' });
    await tmux.command('new-window', '-d', '-t', 'artie:', '-n', 'hers', 'exec cat');
    for (let n = 0; n < 3; n++) await tmux.command('split-window', '-d', '-t', 'artie:hers', 'exec cat');
    const users = [capability, workspace.another(), workspace.another()];
    const splits = users.map((user) => user.execute({ action: 'split', direction: 'horizontal' }));
    const lists = users.map((user) => user.execute({ action: 'list' }));
    for (const response of await Promise.all([...splits, ...lists]))
      expect(response).toMatchObject({ success: true });
    // Then nothing changes by itself any more.
    for (let n = 0; n < 4; n++) {
      await workspace.runs(`0.${n}`, null);
      await workspace.runs(`1.${n}`, 'cat');
    }
    const { windows } = await ok({ action: 'list' });
    expect(windows.map(({ id, name }) => [id, name])).toEqual([
      [0, 'workspace'],
      [1, 'hers'],
    ]);
    expect(windows.map(({ panes }) => panes.map(({ id }) => id))).toEqual([
      ['0.0', '0.1', '0.2', '0.3'],
      ['1.0', '1.1', '1.2', '1.3'],
    ]);
    expect(await Promise.all(users.map((user) => user.execute({ action: 'list' })))).toEqual(
      users.map(() => ({ success: true, data: expect.objectContaining({ windows }) })),
    );
  });

  it('default to 0.0 [C14]', async () => {
    await using workspace = await openWorkspace();
    await workspace.ok({ action: 'split', direction: 'vertical' });
    await workspace.ok({ action: 'send', command: 'echo "in $TMUX_PANE" | tr -d %' });
    expect(await workspace.reads(/^in 1$/m)).toMatchObject({ pane: '0.0' });
  });
});

describe('metadata', () => {
  it('is kept with the pane: title, folder and time, also in the environment [C16]', async () => {
    await using workspace = await openWorkspace();
    await workspace.ok({ action: 'split', direction: 'vertical', title: 'a "title" #{x}', cwd: '/tmp' });
    const command = 'printf "%s|" "$PANE_TITLE" "$PANE_CWD" "$PANE_CREATED"';
    const { output } = await workspace.ok({ action: 'send', pane: '0.1', command, wait: 'end' });
    expect(output).toMatch(/^a "title" #\{x\}\|\/tmp\|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\|$/);
    const created = output.split('|')[2];
    const [stored] = await workspace.tmux.command(
      'list-panes',
      '-t',
      'artie:',
      '-f',
      '#{==:#{@muxwright_ws_address},0.1}',
      '-F',
      '#{@muxwright_ws_title}|#{@muxwright_ws_cwd}|#{@muxwright_ws_created}',
    );
    expect(stored).toBe(`a "title" #{x}|/tmp|${created}`);
    const { windows } = await workspace.ok({ action: 'list' }, workspace.another());
    expect(windows[0]?.panes[1]).toMatchObject({ id: '0.1', title: 'a "title" #{x}', cwd: '/tmp' });
  });
});
