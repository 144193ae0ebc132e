import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import { connect } from '../../../src/tmux/connect.js';
import { patience } from '../../patience.js';

describe('the client', () => {
  it('answers many commands made at once, each with its own answer, in order', async () => {
    await using server = await isolatedTmux();
    const answers = await Promise.all(
      Array.from({ length: 2_000 }, (_, i) => server.tmux.command('display-message', '-p', `answer ${i}`)),
    );
    expect(answers).toEqual(answers.map((_, i) => [`answer ${i}`]));
  });

  it('keeps answers apart for commands that give none, several or failed blocks', async () => {
    await using server = await isolatedTmux();
    const { tmux } = server;
    const [none, several, failed, parse, after] = await Promise.allSettled([
      tmux.command('set-option', '-g', '@x', '1'),
      tmux.command('if-shell', '-F', '1', 'display-message -p one ; display-message -p two'),
      tmux.command('kill-session', '-t', '=nothing'),
      tmux.command('display-message', '--no-such-flag'),
      tmux.command('display-message', '-p', 'after'),
    ]);
    expect(none).toEqual({ status: 'fulfilled', value: [] });
    expect(several).toEqual({ status: 'fulfilled', value: ['one', 'two'] });
    expect(failed).toMatchObject({ reason: { code: 'SESSION_NOT_FOUND' } });
    expect(parse).toMatchObject({ reason: { code: 'TMUX_COMMAND_FAILED' } });
    expect(after).toEqual({ status: 'fulfilled', value: ['after'] });
  });

  it('is not confused by text that looks like the protocol', async () => {
    await using server = await isolatedTmux();
    const session = await server.tmux.ensureSession('main');
    const lines = ['%begin 1 2 1', '%end 1 2 1', '%error 1 2 1', '%output %0 x', '%exit', '%pause %0'];
    const pane = await session.newWindow({
      command: ['sh', '-c', 'printf "%s\\n" "$@"; exec cat', 'sh', ...lines],
    });
    const screen = await pane.waitForText('%pause %0');
    expect(screen.rows.slice(0, lines.length)).toEqual(lines);
    expect(await server.tmux.command('display-message', '-p', 'fine')).toEqual(['fine']);
  });

  it('finds nothing on a server whose last session has ended, as it is before it exits', async () => {
    await using server = await isolatedTmux({ config: 'set -s exit-empty off' });
    const { tmux } = server;
    await (await tmux.ensureSession('main')).kill();
    expect(await tmux.panes()).toEqual([]);
    expect(await tmux.windows()).toEqual([]);
    expect(await tmux.sessions()).toEqual([]);
    await expect(tmux.pane('%0').info()).rejects.toMatchObject({ code: 'PANE_NOT_FOUND' });
    const again = await tmux.ensureSession('again', { command: ['cat'] });
    expect((await again.panes()).length).toBe(1);
  });

  it('gives up on a command when its time is over, and is there again when tmux is', async () => {
    await using server = await isolatedTmux();
    const { tmux } = server;
    const pid = tmux.server?.pid ?? 0;
    process.kill(pid, 'SIGSTOP');
    try {
      const started = performance.now();
      await expect(
        tmux.request([['display-message', '-p', 'late']], { timeoutMs: 100 }),
      ).rejects.toMatchObject({ code: 'TIMEOUT', message: expect.stringContaining('display-message') });
      expect(performance.now() - started).toBeGreaterThanOrEqual(99);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    expect(await tmux.command('display-message', '-p', 'again')).toEqual(['again']);
  });

  it('has a deadline of five seconds for every command unless told otherwise', async () => {
    await using server = await isolatedTmux({ commandTimeoutMs: 6_000 });
    const pid = server.tmux.server?.pid ?? 0;
    process.kill(pid, 'SIGSTOP');
    try {
      await expect(server.tmux.sessions()).rejects.toMatchObject({
        code: 'TIMEOUT',
        details: { timeoutMs: 6_000 },
      });
      await using another = await isolatedTmux();
      await using usual = await connect(another.address);
      const usualPid = usual.server?.pid ?? 0;
      process.kill(usualPid, 'SIGSTOP');
      const failed = usual.sessions().catch((error: unknown) => error);
      expect(await failed).toMatchObject({ code: 'TIMEOUT', details: { timeoutMs: 5_000 } });
      process.kill(usualPid, 'SIGCONT');
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  });

  it('cancels a command, before and after it was sent', async () => {
    await using server = await isolatedTmux();
    const { tmux } = server;
    await expect(tmux.request([['list-panes']], { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'ABORTED',
    });
    const controller = new AbortController();
    const blocked = tmux.request([['wait-for', 'never']], { signal: controller.signal, timeoutMs: 0 });
    controller.abort();
    await expect(blocked).rejects.toMatchObject({ code: 'ABORTED' });
  });

  it('runs a group of commands to the first failure', async () => {
    await using server = await isolatedTmux();
    const { tmux } = server;
    const group = tmux.request([
      ['set-option', '-g', '@first', 'yes'],
      ['kill-session', '-t', '=nothing'],
      ['set-option', '-g', '@second', 'yes'],
    ]);
    await expect(group).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' });
    expect(await tmux.globalOptions.get('@first')).toBe('yes');
    expect(await tmux.globalOptions.get('@second')).toBeUndefined();
  });

  it('takes arguments of a megabyte, and says so when they are larger than tmux takes', async () => {
    await using server = await isolatedTmux();
    const { tmux } = server;
    const text = `${'0123456789abcde '.repeat(65_536)}end`;
    await tmux.command('set-buffer', '-b', 'big', text);
    expect((await tmux.command('show-buffer', '-b', 'big')).join('\n')).toBe(text);
    await expect(tmux.command('set-buffer', 'x'.repeat(17 * 1024 * 1024))).rejects.toMatchObject({
      code: 'COMMAND_TOO_LARGE',
      suggestion: expect.stringContaining('paste()'),
    });
  });

  it('says after close that it is closed, and closes twice', async () => {
    await using server = await isolatedTmux();
    const client = await connect(server.address, patience);
    await client.close();
    await client.close();
    await expect(client.sessions()).rejects.toMatchObject({ code: 'CLOSED' });
    expect(await server.tmux.sessions()).toHaveLength(1);
  });

  it('does not let a handle reach into the next server that runs on the socket', async () => {
    await using server = await isolatedTmux();
    const { tmux } = server;
    const pane = await (await tmux.ensureSession('main')).newWindow({ command: ['cat'] });
    await tmux.killServer();
    const again = await tmux.ensureSession('again', { command: ['cat'] });
    await again.newWindow({ command: ['cat'] });
    expect((await tmux.panes()).map(({ id }) => id)).toContain(pane.id);
    expect(await pane.exists()).toBe(false);
    await expect(pane.sendText('wrong')).rejects.toMatchObject({
      code: 'PANE_NOT_FOUND',
      message: expect.stringContaining('restarted'),
    });
  });

  it('says that a session vanished in the middle', async () => {
    await using server = await isolatedTmux();
    const { tmux } = server;
    const session = await tmux.ensureSession('doomed');
    const results = await Promise.allSettled([
      session.kill(),
      session.newWindow(),
      session.options.set('@x', '1'),
    ]);
    expect(results[0]).toMatchObject({ status: 'fulfilled' });
    for (const result of results.slice(1))
      expect(result).toMatchObject({ reason: { code: 'SESSION_NOT_FOUND' } });
  });

  it('closes although the server hangs', async () => {
    await using server = await isolatedTmux();
    const pid = server.tmux.server?.pid ?? 0;
    const client = await connect(server.address, patience);
    const [pane] = await client.panes();
    await client.pane(pane?.id ?? '').text().live;
    process.kill(pid, 'SIGSTOP');
    try {
      await client.close();
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    expect(await server.tmux.command('display-message', '-p', 'fine')).toEqual(['fine']);
  });

  it('ends streams and waits that begin or go on while it is closed', async () => {
    await using server = await isolatedTmux();
    const client = await connect(server.address, patience);
    const [info] = await client.panes();
    const pane = client.pane(info?.id ?? '');
    const waiting = pane.waitForText('never');
    const early = pane.text();
    await early.live;
    const late = pane.text();
    const closing = client.close();
    await expect(waiting).rejects.toMatchObject({ code: 'CLOSED' });
    await expect(late.live).rejects.toMatchObject({ code: 'CLOSED' });
    for await (const event of early) expect(event).toEqual({ type: 'closed', reason: 'closed' });
    await closing;
    // The server hears a moment later that the processes of the clients are gone.
    await expect.poll(() => server.tmux.command('list-clients')).toHaveLength(1);
  });

  it('does nothing when it is given nothing to do', async () => {
    await using server = await isolatedTmux();
    expect(await server.tmux.request([])).toEqual([]);
    expect(
      await server.tmux.request([['list-sessions', '-F', 'x']], { timeoutMs: Number.POSITIVE_INFINITY }),
    ).toHaveLength(1);
  });

  it('types what several callers send at once into a pane in copy mode', async () => {
    await using server = await isolatedTmux();
    const pane = await (await server.tmux.ensureSession('main')).newWindow({ command: ['cat'] });
    await server.tmux.command('copy-mode', '-t', pane.id);
    await Promise.all([pane.sendText('one '), pane.sendText('two '), pane.sendText('three\n')]);
    await pane.waitForText('one two three\none two three');
  });

  it('tells who listens before there is a server that one has started', async () => {
    await using server = await isolatedTmux({ started: false });
    const connected = once(server.tmux, 'connected');
    server.tmux.on('notification', () => {});
    await using other = await connect(server.address, patience);
    await other.ensureSession('first');
    await connected;
    await other.sessions();
    expect(server.tmux.server?.pid).toBe(other.server?.pid);
  });

  it('leaves no half-made session behind', async () => {
    await using server = await isolatedTmux();
    const { tmux } = server;
    for (const bad of [{ historyLimit: -1 }, { historyLimit: 1.5 }, { historyLimit: 10, command: [''] }]) {
      await expect(tmux.ensureSession('half', bad)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    }
    expect((await tmux.sessions()).map(({ name }) => name)).toEqual(['main']);
  });

  it('asks for one element of an option that is a list', async () => {
    await using server = await isolatedTmux();
    const { globalOptions } = server.tmux;
    await expect(globalOptions.get('update-environment')).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      suggestion: expect.stringContaining('update-environment[0]'),
    });
    expect(await globalOptions.get('update-environment[0]')).toBe('DISPLAY');
  });
});
