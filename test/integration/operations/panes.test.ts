import { describe, expect, it } from 'vitest';
import { openShell } from '../../../src/shells/open-shell.js';
import { type Answer, type OpenOperations, openOperations } from './open-operations.js';

describe('pane operations', () => {
  it('list the tree of a host, and only one session of it', async () => {
    await using here = await openOperations();
    const other = await here.tmux.ensureSession('other', { command: ['cat'] });
    const [pane] = await other.panes();
    // What runs in a pane is a copy of tmux, or its shell, until the program is there.
    await expect.poll(() => here.tmux.pane(pane?.id ?? '').info()).toMatchObject({ command: 'cat' });
    const { host, sessions } = await here.call('pane.list', { host: here.host });
    expect(host).toBe(here.host);
    expect(sessions.map(({ name }: { name: string }) => name).sort()).toEqual(['main', 'other']);
    const only = await here.call('pane.list', { host: here.host, session: 'other' });
    expect(only.sessions).toMatchObject([
      {
        name: 'other',
        attached: 0,
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
        windows: [
          { panes: [{ id: expect.stringMatching(/^%\d+$/), command: 'cat', active: true, dead: false }] },
        ],
      },
    ]);
  });

  it('type into a shell and show what came of it, as text, with colours and as a picture', async () => {
    await using here = await openOperations();
    const target = { target: 'main:', host: here.host };
    // What is typed before a plain shell has shown its prompt stands above it, and the output then behind it.
    await here.call('pane.wait', { ...target, regex: '[$#] ?$' });
    const sent = await here.call('pane.send', { ...target, text: "printf '\\033[1;31m%s\\033[0m\\n' ro''t" });
    expect(sent).toMatchObject({ host: here.host, via: 'line', status: 'typed' });
    await here.call('pane.wait', { ...target, regex: '\\nrot\\n' });
    const text = await here.call('pane.screen', target);
    expect(text).toMatchObject({
      width: 80,
      height: 24,
      alternate: false,
      dead: false,
      cursor: { visible: true },
    });
    expect(text.text).toMatch(/\nrot\n/);
    expect(text.image).toBeUndefined();
    const ansi = await here.call('pane.screen', { ...target, format: 'ansi' });
    expect(ansi.text).toContain('\x1b[1;31mrot\x1b[0m\n');
    const svg = await here.call('pane.screen', { ...target, format: 'svg' });
    expect(svg.image).toMatchObject({ mediaType: 'image/svg+xml', width: 695, height: 412 });
    expect(svg.image.data).toMatch(/fill="#e06c75" font-weight="bold">rot</);
    const png = await here.call('pane.screen', { ...target, format: 'png' });
    expect(png.image).toMatchObject({ mediaType: 'image/png', width: 1390, height: 824 });
    expect(Buffer.from(png.image.data, 'base64').subarray(1, 4).toString()).toBe('PNG');
  });

  it('show many screens at once, with colours, without secrets, and without those that are gone', async () => {
    await using here = await openOperations();
    const { host } = here;
    const red = await running(here, ['sh', '-c', "printf '\\033[31mred\\033[0m\\n'; exec cat"]);
    const key = await running(here, [
      'sh',
      '-c',
      "echo ghp_0123456789''abcdefghijklmnopqrstuvwxyz; exec cat",
    ]);
    const full = await running(here, ['sh', '-c', "printf '\\033[?1049hfull'; exec cat"]);
    await here.call('pane.wait', { target: red, host, text: 'red' });
    await here.call('pane.wait', { target: key, host, text: '****' });
    await here.call('pane.wait', { target: full, host, text: 'full' });
    const { screens, hasMore } = await here.call('pane.screens', { host, panes: [red, key, full, '%99999'] });
    expect(hasMore).toBe(false);
    expect(screens).toMatchObject([
      { paneId: red, cols: 80, alternate: false, lines: ['\x1b[31mred\x1b[0m'] },
      { paneId: key, lines: ['****'] },
      { paneId: full, alternate: true, lines: ['full'], cursor: { x: 4, y: 0 } },
    ]);
    const all = await here.call('pane.screens', { host });
    expect(all.screens.length).toBe((await here.tmux.panes()).length);
  });

  it('press keys, and none where the screen does not show what they are meant for', async () => {
    await using here = await openOperations();
    const pane = await running(here, [
      'sh',
      '-c',
      'trap "echo caught" INT; echo ready; while :; do read line; done',
    ]);
    const target = { target: pane, host: here.host };
    await here.call('pane.wait', { ...target, text: 'ready' });
    expect(await here.call('pane.keys', { ...target, keys: ['C-c'], ifShows: 'ready' })).toMatchObject({
      paneId: pane,
      pressed: 1,
    });
    await here.call('pane.wait', { ...target, text: 'caught' });
    const error = await here.fails('pane.keys', { ...target, keys: ['C-c'], ifShows: 'Which database' });
    expect(error.code).toBe('SCREEN_CHANGED');
    expect((await here.fails('pane.keys', { ...target, keys: ['Entr'] })).code).toBe('UNKNOWN_KEY');
  });

  it('read the last lines, everything piece by piece, and what is new since', async () => {
    await using here = await openOperations();
    const pane = await running(here, [
      'sh',
      '-c',
      'seq 1 300; read go; seq 301 305; read more; clear; echo new; cat',
    ]);
    const target = { target: pane, host: here.host };
    await here.call('pane.wait', { ...target, regex: '\\n300\\n?$' });
    const last = await here.call('pane.read', { ...target, lines: 3 });
    expect(last).toMatchObject({ lines: ['298', '299', '300'], hasMore: false, gap: false });
    const read: string[] = [];
    let page = await here.call('pane.read', { ...target, all: true, maxBytes: 1_000 });
    for (read.push(...page.lines); page.hasMore; read.push(...page.lines))
      page = await here.call('pane.read', { ...target, since: page.cursor, maxBytes: 1_000 });
    expect(read).toEqual(numbers(1, 300));
    expect(await here.call('pane.read', { ...target, since: page.cursor })).toMatchObject({
      lines: [],
      gap: false,
    });
    await here.tmux.pane(pane).sendKeys('Enter');
    await here.call('pane.wait', { ...target, regex: '\\n305\\n?$' });
    const news = await here.call('pane.read', { ...target, since: page.cursor });
    expect(news.lines).toEqual(['', ...numbers(301, 305)]);
    await here.tmux.pane(pane).clearHistory();
    await here.tmux.pane(pane).sendKeys('Enter');
    await here.call('pane.wait', { ...target, text: 'new' });
    expect(await here.call('pane.read', { ...target, since: news.cursor })).toMatchObject({
      lines: expect.arrayContaining(['new']),
      gap: true,
    });
  });

  it('wait for quiet and for the end of a program', async () => {
    await using here = await openOperations();
    const pane = await running(here, ['sh', '-c', 'echo begun; read go; exit 7'], true);
    const target = { target: pane, host: here.host };
    await here.call('pane.wait', { ...target, text: 'begun' });
    expect(await here.call('pane.wait', { ...target, quietMs: 50 })).toMatchObject({
      until: 'quiet',
      screen: 'begun',
    });
    const ended = here.call('pane.wait', { ...target, exit: true });
    await here.tmux.pane(pane).sendKeys('Enter');
    expect(await ended).toMatchObject({ until: 'exit', exitCode: 7 });
    const gone = await running(here, ['cat']);
    let killed: Promise<Answer> | undefined;
    await new Promise<void>((waits) => {
      const options = { progress: () => waits() };
      killed = here.call('pane.wait', { target: gone, host: here.host, exit: true }, options);
    });
    expect(await here.call('pane.kill', { target: gone, host: here.host })).toMatchObject({ killed: true });
    expect(await killed).toMatchObject({ until: 'exit' });
    expect(await here.call('pane.kill', { target: gone, host: here.host })).toMatchObject({ killed: false });
  });

  it('run a command in a shell that muxwright opened, and in no other program', async () => {
    await using here = await openOperations();
    const session = await here.tmux.ensureSession('work');
    await using shell = await openShell(session, { shell: 'sh', env: { HOME: '/nonexistent' }, cwd: '/' });
    const target = { target: shell.pane.id, host: here.host };
    expect(await here.call('pane.exec', { ...target, command: 'cd /tmp; seq 1 3; false' })).toMatchObject({
      code: 1,
      output: '1\n2\n3\n',
      truncated: false,
      cwd: '/tmp',
      exited: false,
    });
    const long = await here.call('pane.exec', { ...target, command: 'seq 1 9999', maxBytes: 1_000 });
    expect(long).toMatchObject({ code: 0, truncated: true });
    expect(long.output).toMatch(/^\d{4}\n(\d{4}\n)+9999\n$/);
    const late = await here.fails('pane.exec', {
      ...target,
      command: 'echo so far; sleep 99',
      // Long enough for it to print, on any machine.
      timeoutMs: 10_000,
    });
    expect(late).toMatchObject({
      code: 'TIMEOUT',
      details: { output: expect.stringContaining('so far\n'), usable: true },
    });
    expect(late.details).not.toHaveProperty('raw');
    const other = await here.fails('pane.exec', { target: 'main:', host: here.host, command: 'true' });
    expect(other.code).toBe('SHELL_NOT_INTEGRATED');
  });

  it('follow what a pane prints until it is gone, or until nobody wants to know', async () => {
    await using here = await openOperations();
    const pane = await running(here, ['sh', '-c', 'read go; echo one; read end']);
    const items = here.stream('pane.watch', { target: pane, host: here.host }, new AbortController().signal);
    expect(await items.next()).toMatchObject({ value: { type: 'live' } });
    await here.tmux.pane(pane).sendKeys('Enter');
    let data = '';
    while (!data.includes('one')) data += (await items.next()).value?.data ?? '';
    await here.tmux.pane(pane).kill();
    const rest = [];
    for await (const item of items) rest.push(item);
    expect(rest.at(-1)).toMatchObject({ type: 'closed', reason: 'pane-exited' });

    const controller = new AbortController();
    const ended = here.stream('pane.watch', { target: 'main:', host: here.host }, controller.signal);
    expect(await ended.next()).toMatchObject({ value: { type: 'live' } });
    const next = ended.next();
    controller.abort();
    expect(await next).toEqual({ done: true, value: undefined });
  });

  it('end every wait at once when the caller has had enough', async () => {
    await using here = await openOperations();
    const pane = await running(here, ['cat']);
    const target = { target: pane, host: here.host, timeoutMs: 0 };
    for (const what of [{ text: 'never' }, { regex: 'ne.er' }, { quietMs: 3_600_000 }, { exit: true }]) {
      const controller = new AbortController();
      const waiting = here.fails(
        'pane.wait',
        { ...target, ...what },
        {
          signal: controller.signal,
          progress: () => setImmediate(() => controller.abort()),
        },
      );
      expect((await waiting).code).toBe('ABORTED');
    }
    const aborted = AbortSignal.abort();
    expect(
      (await here.fails('pane.screen', { target: pane, host: here.host }, { signal: aborted })).code,
    ).toBe('ABORTED');
  });

  it('give the codes of the rooms for what does not exist, with the nearest name', async () => {
    await using here = await openOperations();
    const at = { host: here.host };
    const codes = async (name: string, input: object): Promise<unknown[]> =>
      Promise.all(
        ['%99', 'main:9.9', 'nobody', "'; rm -rf /", '../../etc/passwd'].map(
          async (target) => (await here.fails(name, { target, ...at, ...input })).code,
        ),
      );
    const expected = [
      'PANE_NOT_FOUND',
      'PANE_NOT_FOUND',
      'TARGET_NOT_FOUND',
      'TARGET_NOT_FOUND',
      'PANE_NOT_FOUND',
    ];
    expect(await codes('pane.screen', {})).toEqual(expected);
    expect(await codes('pane.read', {})).toEqual(expected);
    expect(await codes('pane.send', { text: 'x' })).toEqual(expected);
    expect(await codes('pane.keys', { keys: ['Enter'] })).toEqual(expected);
    expect(await codes('pane.wait', { text: 'x' })).toEqual(expected);
    expect(await codes('pane.exec', { command: 'true' })).toEqual(expected);
    const store = await here.runtime.store();
    const tmux = { session: 'main', window: 'reviewer', socket: null };
    await store.workers.insert({ name: 'reviewer', host: here.host, tmux, command: 'cat', state: 'stopped' });
    const near = await here.fails('pane.screen', { target: 'reviewr', ...at });
    expect(near).toMatchObject({ code: 'TARGET_NOT_FOUND', suggestion: "Did you mean 'reviewer'?" });
  });

  it('say what is missing or too much', async () => {
    await using here = await openOperations();
    const target = { target: 'main:', host: here.host };
    for (const input of [
      {},
      { text: 'a', regex: 'b' },
      { exit: false },
      { quietMs: 5, exit: true },
      { regex: '(' },
    ])
      expect((await here.fails('pane.wait', { ...target, ...input })).code).toBe('INVALID_ARGUMENT');
    for (const input of [
      { lines: 1, all: true },
      { lines: 1, since: 'x' },
      { since: 'h1.x' },
      { since: 'h1.5.zz' },
    ])
      expect((await here.fails('pane.read', { ...target, ...input })).code).toBe('INVALID_ARGUMENT');
  });
});

async function running(here: OpenOperations, command: string[], stays = false): Promise<string> {
  const session = await here.tmux.ensureSession('main');
  if (stays) await here.tmux.globalOptions.set('remain-on-exit', 'on');
  return (await session.newWindow({ command })).id;
}

function numbers(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => String(from + index));
}
