import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isMuxError } from '../../../../src/model/mux-error.js';
import type { PaneInfo } from '../../../../src/tmux/infos.js';
import type { Pane } from '../../../../src/tmux/pane.js';
import type { Command } from '../../../../src/tmux/quote.js';
import { ourCommands, unaliased } from '../../../../src/tmux/unaliased.js';
import { sized } from '../../../soak.js';
import type { StartTmux } from '../places.js';

/** Sessions, windows and panes: made, found, changed and ended. */
export function handlesSuite(start: StartTmux): void {
  it('creates a missing session detached, in its folder and of its size [A4]', async () => {
    await using server = await start();
    const session = await server.tmux.ensureSession('work', {
      cwd: '/usr',
      size: { width: 100, height: 30 },
    });
    expect(await session.info()).toMatchObject({ name: 'work', windows: 1, attached: 0, cwd: '/usr' });
    expect(await session.windows()).toMatchObject([{ width: 100, height: 30 }]);
  });

  it('means the commands of tmux itself, whatever the user has made of their names', async () => {
    await using server = await start();
    const { tmux } = server;
    const names = [...ourCommands];
    const alias = (name: string, at: number): Command => [
      'set-option',
      '-s',
      `command-alias[${100 + at}]`,
      `${name}=no-such-command`,
    ];
    await tmux.request(names.map(alias));
    await expect(tmux.command('list-pane', '-a')).resolves.toHaveLength(1);
    const session = await tmux.ensureSession('work', { command: ['cat'] });
    const pane = await session.newWindow({ command: ['cat'] });
    const beside = await pane.split({ command: ['cat'] });
    await pane.sendText('typed');
    await pane.waitForText('typed');
    await beside.paste('pasted');
    await beside.waitForText('pasted');
    await pane.kill();
    expect((await session.panes()).map(({ id }) => id)).not.toContain(pane.id);
    expect(await tmux.options.get('command-alias[100]')).toBe(`${names[0]}=no-such-command`);
    // Each is known by what is left of its name, and nothing else is.
    const known = await tmux.command('list-command', '-F', '#{command_list_name} #{command_list_alias}');
    const commands = known.map((line) => line.split(' '));
    for (const name of names) {
      const short = unaliased(name);
      expect(commands.filter(([full = '']) => full.startsWith(short)).map(([full]) => full)).toEqual([name]);
      expect(commands.map(([, other]) => other)).not.toContain(short);
    }
  });

  it('starts the server for the first session, and connects to it', async () => {
    await using server = await start({ started: false });
    expect(server.tmux.server).toBeUndefined();
    expect(await server.tmux.sessions()).toEqual([]);
    expect(await server.tmux.panes()).toEqual([]);
    const session = await server.tmux.ensureSession('first');
    expect(await server.tmux.sessions()).toMatchObject([{ id: session.id, name: 'first' }]);
    expect(server.tmux.server?.pid).toBeGreaterThan(0);
  });

  it('finds a session by its exact name only, and leaves it as it is', async () => {
    await using server = await start();
    const { tmux } = server;
    const long = await tmux.ensureSession('web-server');
    const short = await tmux.ensureSession('web', { windowName: 'own', command: ['cat'] });
    expect(short.id).not.toBe(long.id);
    // What runs there, and in which folder, is known only once its process has got somewhere.
    await expect
      .poll(() => short.panes())
      .toMatchObject([{ command: 'cat', cwd: expect.stringMatching('/') }]);
    const before = await short.panes();
    const again = await tmux.ensureSession('web', { cwd: '/usr', windowName: 'other', historyLimit: 5 });
    expect(again.id).toBe(short.id);
    expect(await again.panes()).toEqual(before);
  });

  it('makes one session for many callers at the same moment', async () => {
    await using server = await start({ started: false });
    const sessions = await Promise.all(Array.from({ length: 8 }, () => server.tmux.ensureSession('shared')));
    expect(new Set(sessions.map((session) => session.id)).size).toBe(1);
    expect(await server.tmux.sessions()).toHaveLength(1);
  });

  it('sets the history limit before the first pane exists, and for this session only', async () => {
    await using server = await start();
    const { tmux } = server;
    const before = await tmux.globalOptions.get('history-limit');
    const session = await tmux.ensureSession('deep', {
      historyLimit: 7777,
      windowName: 'first',
      command: ['cat'],
    });
    await session.newWindow();
    expect((await session.panes()).map((pane) => [pane.windowIndex, pane.historyLimit])).toEqual([
      [0, 7777],
      [1, 7777],
    ]);
    expect((await session.windows()).map((window) => window.name)).toContain('first');
    expect(await tmux.globalOptions.get('history-limit')).toBe(before);
    const other = await tmux.ensureSession('shallow');
    expect((await other.panes())[0]?.historyLimit).toBe(Number(before));
  });

  it('opens windows in the background, at the end or behind the current one [A4]', async () => {
    await using server = await start({ config: 'set -g base-index 5' });
    const session = await server.tmux.ensureSession('main');
    await session.newWindow({ name: 'second' });
    await session.newWindow({ name: 'third' });
    await session.newWindow({ name: 'between', position: 'after-current' });
    const windows = await session.windows();
    expect(windows.slice(1).map((window) => window.name)).toEqual(['between', 'second', 'third']);
    expect(windows.map((window) => window.active)).toEqual([true, false, false, false]);
    expect(windows[0]?.index).toBe(5);
  });

  it('gives a program exactly its arguments, environment and folder', async () => {
    await using server = await start();
    const session = await server.tmux.ensureSession('main');
    const args = ['', 'a b', '"$HOME"', "it's", ';', 'x;', '#{pid}', '%d', '-n', 'é\n\t', '~', '*'];
    const script = 'for a in "$@"; do printf "<%s>" "$a"; done; printf "[%s][%s]" "$VALUE" "$PWD"; exec cat';
    const value = 'quo"te $x\nnew `line` #{pane_id} 100% é;';
    const pane = await session.newWindow({
      command: ['sh', '-c', script, 'sh', ...args],
      env: { VALUE: value },
      cwd: '/usr',
    });
    await pane.waitForText('[/usr]');
    const shown = `${args.map((arg) => `<${arg}>`).join('')}[${value}][/usr]`;
    const flat = (text: string): string => text.replaceAll(/\s+/g, '');
    expect(flat(await pane.capture({ joined: true }))).toBe(flat(shown));
  });

  it('runs a single word as a program, never as shell code, and a string through the shell', async () => {
    await using server = await start();
    const session = await server.tmux.ensureSession('main');
    await server.tmux.globalOptions.set('remain-on-exit', 'on');
    const program = await session.newWindow({ command: ['echo hello; true'] });
    const shell = await session.newWindow({ command: 'echo shell-$((40 + 2)); cat' });
    await shell.waitForText('shell-42');
    expect((await program.waitForExit()).status).not.toBe(0);
    expect(await program.capture()).not.toContain('\nhello');
  });

  it('splits in all four directions, and says when there is no room', async () => {
    await using server = await start();
    const session = await server.tmux.ensureSession('main');
    const first = await session.newWindow({ command: ['cat'] });
    const made: Pane[] = [];
    for (const direction of ['below', 'right', 'above', 'left'] as const) {
      made.push(await first.split({ direction, command: ['cat'], size: 3 }));
    }
    const window = server.tmux.window((await first.info()).windowId);
    const panes = await window.panes();
    expect(panes.map((pane) => pane.id).sort()).toEqual([first, ...made].map((pane) => pane.id).sort());
    expect(panes.find((pane) => pane.active)?.id).toBe(first.id);
    const [below, right] = await Promise.all(made.slice(0, 2).map((pane) => pane.info()));
    expect([below?.height, right?.width]).toEqual([3, 3]);
    const crowd = async (): Promise<never> => {
      for (;;) await made[0]?.split({ command: ['cat'] });
    };
    await expect(crowd()).rejects.toMatchObject({ code: 'NO_ROOM', suggestion: expect.any(String) });
  });

  it('tells everything about panes by one query', async () => {
    await using server = await start();
    const { tmux } = server;
    const session = await tmux.ensureSession('info', { cwd: '/usr', windowName: 'w', command: ['cat'] });
    // The folder of a program is known once it has started.
    const list = async (): Promise<PaneInfo | undefined> => (await session.panes())[0];
    await expect.poll(list).toMatchObject({
      sessionName: 'info',
      windowName: 'w',
      cwd: '/usr',
      active: true,
      dead: false,
      width: 80,
      height: 24,
      inMode: false,
      alternate: false,
    });
    const pane = tmux.pane((await list())?.id ?? '');
    await pane.setTitle('my | title #{pid} "x"');
    expect((await pane.info()).title).toBe('my | title #{pid} "x"');
    expect(await pane.exists()).toBe(true);
  });

  it('ends panes, windows and sessions, also those that are gone already', async () => {
    await using server = await start();
    const { tmux } = server;
    const session = await tmux.ensureSession('temporary');
    const pane = await session.newWindow({ command: ['cat'] });
    const second = await pane.split({ command: ['cat'] });
    expect(await second.kill()).toBe(true);
    expect(await second.kill()).toBe(false);
    expect(await second.exists()).toBe(false);
    const window = tmux.window((await pane.info()).windowId);
    expect(await window.kill()).toBe(true);
    expect(await window.kill()).toBe(false);
    expect(await session.kill()).toBe(true);
    expect(await session.kill()).toBe(false);
    expect((await tmux.sessions()).map(({ name }) => name)).toEqual(['main']);
    await expect(pane.screen()).rejects.toMatchObject({ code: 'PANE_NOT_FOUND' });
    await expect(pane.info()).rejects.toMatchObject({ code: 'PANE_NOT_FOUND' });
    await expect(pane.sendText('x')).rejects.toMatchObject({ code: 'PANE_NOT_FOUND' });
    await expect(window.info()).rejects.toMatchObject({ code: 'WINDOW_NOT_FOUND' });
    await expect(session.info()).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' });
    await expect(session.newWindow()).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' });
  });

  it('goes on when the session that its connection is in is ended', async () => {
    await using server = await start();
    const { tmux } = server;
    await tmux.ensureSession('stays');
    const all = await tmux.sessions();
    const [current] = await tmux.command('display-message', '-p', '#{session_id}');
    await tmux.session(current ?? '').kill();
    expect(await tmux.sessions()).toHaveLength(all.length - 1);
  });

  it('keeps options and user options with what they were set on', async () => {
    await using server = await start();
    const { tmux } = server;
    const session = await tmux.ensureSession('main');
    const pane = await session.newWindow({ command: ['cat'] });
    const value = 'a "b" $c \\ #{pid} | é; 100%';
    await pane.options.set('@muxwright_test', value);
    await session.options.set('@muxwright_test', 'of the session');
    await tmux.options.set('@muxwright_test', 'of the server');
    expect(await pane.options.get('@muxwright_test')).toBe(value);
    expect(await session.options.get('@muxwright_test')).toBe('of the session');
    await pane.options.set('@muxwright_empty', '');
    expect(await pane.options.get('@muxwright_empty')).toBe('');
    expect(await pane.options.get('@muxwright_unset')).toBeUndefined();
    await pane.options.unset('@muxwright_empty');
    expect(await pane.options.get('@muxwright_empty')).toBeUndefined();
    await session.options.set('base-index', '3');
    expect(await session.options.get('base-index')).toBe('3');
    await expect(pane.options.set('bad name', 'x')).rejects.toMatchObject({ code: 'INVALID_NAME' });
  });

  it('keeps an environment for what is started later', async () => {
    await using server = await start();
    const session = await server.tmux.ensureSession('main');
    const value = 'a "b" $c \\ `d` é';
    await session.environment.set('GREETING', value);
    expect(await session.environment.get('GREETING')).toBe(value);
    const pane = await session.newWindow({ command: ['sh', '-c', 'printf "[%s]" "$GREETING"; exec cat'] });
    await pane.waitForText(`[${value}]`);
    await session.environment.unset('GREETING');
    expect(await session.environment.get('GREETING')).toBeUndefined();
    await expect(session.environment.set('A=B', 'x')).rejects.toMatchObject({ code: 'INVALID_NAME' });
  });

  it('pipes what a pane prints to a command, exactly that command, until told otherwise [A4]', async () => {
    await using server = await start();
    const file = `/tmp/${server.socket}.log`;
    const session = await server.tmux.ensureSession('main');
    const pane = await session.newWindow({ command: ['cat'] });
    await pane.pipe(`cat > ${file}; : '#{pane_id} %H "$x"'`);
    expect(await server.tmux.command('display-message', '-p', '-t', pane.id, '#{pane_pipe}')).toEqual(['1']);
    await pane.sendText('hello pipe\n');
    await pane.waitForText('hello pipe\nhello pipe');
    // What tmux has not passed on when the pipe is closed is lost.
    const piped = async (): Promise<string> => (await server.host.files.read(file)).data.toString();
    await expect.poll(piped).toContain('hello pipe');
    await pane.clearPipe();
    expect(await server.tmux.command('display-message', '-p', '-t', pane.id, '#{pane_pipe}')).toEqual(['0']);
    const reader = await session.newWindow({
      command: [
        'sh',
        '-c',
        'until grep -q "hello pipe" "$1"; do sleep 0.05; done; cat "$1"; exec cat',
        'sh',
        file,
      ],
    });
    await reader.waitForText('hello pipe');
    await server.host.files.remove(file);
  });

  it('keeps any name as it is, or refuses it with a sentence', async () => {
    await using server = await start();
    const { tmux } = server;
    const session = await tmux.ensureSession('main');
    const pane = await session.newWindow({ command: ['cat'] });
    const window = tmux.window((await pane.info()).windowId);
    const tricky = [
      'with space',
      '-dash',
      '#{pid}',
      '#(date)',
      '##[x',
      '#[fg=red]x',
      '"q" \'s\'',
      '$1',
      '@2',
      '%3',
      '=x',
      '😀é',
      '~',
      '{end}',
      '!',
      '+1',
      '*',
      'a,b}',
      '#',
      '###',
      'x#,y',
      '%H:%M',
      'a.b:c',
    ];
    const names = fc.sample(fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }), {
      numRuns: sized(20, 60),
      seed: 7,
    });
    for (const name of [...tricky, ...names]) {
      const outcome = await window.rename(name).then(
        () => 'kept',
        (error: unknown) => (isMuxError(error, 'INVALID_NAME') ? 'refused' : error),
      );
      expect(['kept', 'refused'], name).toContain(outcome);
      if (outcome === 'kept') expect((await window.info()).name, `window ${JSON.stringify(name)}`).toBe(name);
    }
    for (const name of tricky) {
      const outcome = await tmux.ensureSession(name, { windowName: name, command: ['cat'] }).then(
        (made) => made,
        (error: unknown) => error,
      );
      if (isMuxError(outcome)) {
        expect(outcome).toMatchObject({ code: 'INVALID_NAME', suggestion: expect.any(String) });
        continue;
      }
      const found = await tmux.findSession(name);
      expect(found?.id, `session ${JSON.stringify(name)}`).toBeDefined();
      expect((await found?.windows())?.[0]?.name).toBe(name);
      expect(await found?.kill()).toBe(true);
    }
    expect(await tmux.sessions()).toHaveLength(1);
  });
}
