import { describe, expect, it } from 'vitest';
import { sessionHasOtherWorkers } from '../../../src/workers/session-has-other-workers.js';
import { openWorkers } from './open-workers.js';

describe('a worker', () => {
  it('user session isolation: it runs in a session of its state folder, and my-dev is completely unmodified [W31, W36]', async () => {
    await using open = await openWorkers();
    const { workers, tmux, session, folder } = open;
    const mine = await tmux.ensureSession('my-dev', { windowName: 'editor', command: ['cat'] });
    await mine.newWindow({ name: 'tests', command: ['cat'] });
    // A program that is still starting changes by itself.
    await expect.poll(async () => (await mine.panes()).map(({ command }) => command)).toEqual(['cat', 'cat']);
    const look = async (): Promise<unknown> => ({
      windows: await mine.windows(),
      panes: await mine.panes(),
      options: await tmux.command('show-options', '-t', '=my-dev:'),
    });
    const before = await look();
    const worker = await workers.spawn('claude', ['cat'], { cwd: folder });
    expect(worker).toMatchObject({
      name: 'claude',
      state: 'running',
      tmux: { session, window: 'claude', socket: open.server.socket },
      command: 'cat',
      cwd: folder,
    });
    await workers.send('claude', 'hello');
    await workers.kill('claude');
    expect(await look()).toEqual(before);
  });

  it('takes text and answers, and shows what it did [W43]', async () => {
    await using open = await openWorkers();
    const { workers } = open;
    await open.spawnEcho('one');
    expect(await workers.send('one', 'implement feature X')).toMatchObject({ name: 'one', status: 'typed' });
    expect(await workers.wait('one', { text: 'got implement' })).toMatchObject({
      line: 'got implement feature X',
    });
    expect(await workers.peek('one')).toBe('ready\nimplement feature X\ngot implement feature X\n');
    expect(await workers.peek('one', { lines: 1 })).toBe('got implement feature X\n');
    // It reads again a moment after it has answered.
    await expect
      .poll(async () => (await workers.status('one')).activity)
      .toMatchObject({ state: 'ready', source: 'kernel' });
    const lastTwo = async (): Promise<string[]> => {
      const lines = [];
      for await (const part of workers.logs('one', { tail: 2 })) lines.push(...part.lines);
      return lines.map(({ text }) => text);
    };
    // A line is on the screen a moment before it is in the log.
    await expect.poll(lastTwo).toEqual(['implement feature X', 'got implement feature X']);
  });

  it('lives on without the process that spawned it, and is found by the next, also with an empty store [W43]', async () => {
    await using open = await openWorkers();
    await open.spawnEcho('one', { tags: ['red'], env: { COLOUR: 'red' } });
    await open.workers.close();
    await using next = open.another();
    expect(await next.ls()).toMatchObject([{ name: 'one', state: 'running' }]);
    const { runId } = await next.status('one');
    // The database is lost.
    await open.store.workers.remove('one');
    await open.store.runs.remove([runId ?? '']);
    await using stranger = open.another();
    const [found] = await stranger.ls();
    expect(found).toMatchObject({
      name: 'one',
      state: 'running',
      runId,
      tags: ['red'],
      envNames: ['COLOUR'],
      cwd: open.folder,
      tmux: { session: open.session, window: 'one' },
    });
    await stranger.send('one', 'still there?');
    await stranger.wait('one', { text: 'got still there?' });
    // Nobody knows any more how it was started.
    await stranger.kill('one');
    await expect(stranger.respawn('one')).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      suggestion: expect.stringContaining('command'),
    });
    expect(await stranger.respawn('one', { command: ['cat'] })).toMatchObject({ state: 'running' });
  });

  it('is found by its name alone where the store is new', async () => {
    await using open = await openWorkers();
    await open.spawnEcho('one');
    await open.store.workers.remove('one');
    await using next = open.another();
    await expect(next.spawn('one', ['cat'], { cwd: open.folder })).rejects.toMatchObject({
      code: 'WORKER_EXISTS',
    });
    expect(await next.status('one')).toMatchObject({ state: 'running' });
  });

  it('belongs to its state folder: another one does not see it, and may use its name', async () => {
    await using open = await openWorkers();
    await using other = await openWorkers();
    await open.spawnEcho('one');
    await using theirs = other.another({ host: open.address });
    expect(await theirs.ls()).toEqual([]);
    await expect(theirs.status('one')).rejects.toMatchObject({ code: 'WORKER_NOT_FOUND' });
    await theirs.spawn('one', ['cat'], { cwd: other.folder });
    const windows = (await open.windows()).filter((window) => window.endsWith(':one'));
    expect(windows.sort()).toEqual([`${open.session}:one`, `${other.session}:one`].sort());
    await theirs.kill('one');
    expect(await open.workers.ls()).toMatchObject([{ name: 'one', state: 'running' }]);
  });

  it('gets its variables and folder, and keeps their values out of the database', async () => {
    await using open = await openWorkers();
    const { workers, folder } = open;
    const env = { GREETING: 'hello $USER', API_KEY: 'do-not-store-me' };
    await workers.spawn('one', 'echo "$GREETING from $PWD"; read -r x', { cwd: folder, env });
    const { line } = await workers.wait('one', { text: 'hello' });
    expect(line).toBe(`hello $USER from ${folder}`);
    const record = await open.store.workers.get('one');
    expect(record?.envNames).toEqual(['GREETING', 'API_KEY']);
    expect(JSON.stringify(record)).not.toContain('do-not-store-me');
    const notes = await open.tmux.command('list-panes', '-a', '-F', '#{@muxwright_worker}#{@muxwright_run}');
    expect(notes.join()).not.toContain('do-not-store-me');
    await workers.kill('one');
    await workers.respawn('one');
    expect((await workers.wait('one', { text: 'hello' })).line).toBe(line);
    expect(await workers.status('one')).toMatchObject({ respawns: 1, state: 'running' });
  });

  it('tells how its program ended, and what it printed last', async () => {
    await using open = await openWorkers();
    const { workers, folder } = open;
    await workers.spawn('one', 'echo bye; exit 7', { cwd: folder });
    expect(await workers.wait('one')).toEqual({ name: 'one', until: 'exit', exit: { code: 7 } });
    expect(await workers.ls()).toMatchObject([{ name: 'one', state: 'stopped', exit: { code: 7 } }]);
    const parts = [];
    for await (const { lines } of workers.logs('one')) parts.push(...lines.map(({ text }) => text));
    expect(parts).toEqual(['bye']);
    for (const call of [
      () => workers.send('one', 'x'),
      () => workers.peek('one'),
      () => workers.interrupt('one'),
      () => workers.eof('one'),
      () => workers.attach('one'),
      () => workers.wait('one', { until: 'idle' }),
    ]) {
      await expect(call()).rejects.toMatchObject({
        code: 'WORKER_STOPPED',
        message: "Worker 'one' has ended with code 7.",
        suggestion: expect.stringContaining('respawn'),
      });
    }
  });

  it('can keep its window as a shell, which goes with it', async () => {
    await using open = await openWorkers();
    const { workers, folder } = open;
    await workers.spawn('one', 'echo bye; exit 3', { cwd: folder, interactive: true });
    await workers.wait('one');
    await expect
      .poll(async () => (await workers.ls())[0])
      .toMatchObject({ state: 'stopped', exit: { code: 3 } });
    expect(await open.windows()).toContain(`${open.session}:one`);
    expect(await workers.respawn('one')).toMatchObject({ respawns: 1 });
    await workers.wait('one');
    await workers.clean('one');
    expect((await open.windows()).some((window) => window.includes('one'))).toBe(false);
  });
});

describe('a session of workers', () => {
  it('kill session after last worker: nobody else is in it, so it is killed [W24, W29]', async () => {
    await using open = await openWorkers();
    const { workers, session, tmux } = open;
    await open.spawnEcho('w1');
    const state = { workers: await workers.ls() };
    expect(sessionHasOtherWorkers(state, session, 'w1', open.server.socket)).toBe(false);
    expect(await workers.kill('w1')).toMatchObject({
      wasRunning: true,
      worker: { state: 'stopped' },
      session: { killed: true },
    });
    expect(await tmux.findSession(session)).toBeUndefined();
    expect(await workers.kill('w1')).toMatchObject({ wasRunning: false });
  });

  it('preserve session with remaining workers: the other one goes on [W24, W30]', async () => {
    await using open = await openWorkers();
    const { workers, session } = open;
    await open.spawnEcho('w1');
    await open.spawnEcho('w2');
    const state = { workers: await workers.ls() };
    expect(sessionHasOtherWorkers(state, session, 'w1', open.server.socket)).toBe(true);
    expect(await workers.kill('w1')).toMatchObject({ session: { killed: false } });
    await workers.send('w2', 'on');
    await workers.wait('w2', { text: 'got on' });
    expect(await workers.kill('w2')).toMatchObject({ session: { killed: true } });
  });

  it('stays where a person has a window, a program or a terminal in it, or has made it', async () => {
    await using open = await openWorkers();
    const { tmux, session, folder } = open;
    // Nothing of what is there is a shell that reads its files.
    const workers = open.another({ config: { shellStartMs: 200 } });
    const kill = async (): Promise<unknown> => (await workers.kill('w1')).session;
    const again = (): Promise<unknown> => workers.respawn('w1');
    await open.spawnEcho('w1');
    const extra = await tmux.session((await tmux.findSession(session))?.id ?? '').newWindow({ name: 'mine' });
    expect(await kill()).toEqual({ killed: false, why: 'it has windows of somebody else' });
    await extra.kill();

    await again();
    const [first] = (await tmux.panes()).filter(({ sessionName }) => sessionName === session);
    await tmux.pane(first?.id ?? '').sendText('exec cat\n');
    await expect.poll(async () => (await tmux.pane(first?.id ?? '').info()).command).toBe('cat');
    expect(await kill()).toEqual({ killed: false, why: 'a program runs in its first window' });
    expect(await workers.orphans()).toMatchObject([{ session, why: 'a program runs in its first window' }]);
    expect(await workers.killOrphans()).toEqual([]);
    await expect(workers.killOrphan(session)).rejects.toMatchObject({
      code: 'SESSION_IN_USE',
      suggestion: expect.stringContaining('force'),
    });
    await workers.killOrphan(session, { force: true });

    await again();
    await using outer = await openWorkers();
    const { argv } = await workers.attach('w1', { env: {} });
    const terminal = await (await outer.tmux.ensureSession('terminal')).newWindow({ command: argv });
    // Programs may be attached as well; the clients of people are named for their terminals.
    const people = async (): Promise<string[]> =>
      (await tmux.command('list-clients', '-F', '#{client_name} #{session_name}')).filter((client) =>
        client.startsWith('/'),
      );
    await expect.poll(people).toEqual([expect.stringContaining(` ${session}`)]);
    expect(await kill()).toEqual({ killed: false, why: 'somebody is attached to it' });
    expect(await workers.killOrphans()).toEqual([]);
    await terminal.kill();
    await expect.poll(people).toEqual([]);
    // Its shell may still be reading its files.
    await expect.poll(() => workers.killOrphans()).toMatchObject([{ session, windows: 1 }]);

    await tmux.ensureSession('theirs');
    await workers.spawn('w2', ['cat'], { session: 'theirs', cwd: folder });
    expect((await workers.kill('w2')).session).toEqual({ killed: false, why: 'it was not made for workers' });
    expect(await workers.orphans()).toEqual([]);
  });

  it('is listed as orphaned when no worker is in it, and killed by its exact name or with all others [W37, W38]', async () => {
    await using open = await openWorkers();
    const { workers, tmux, session } = open;
    await using second = await openWorkers();
    const ours = 'swarm-0123abcd';
    for (const name of [ours, `${ours}1`, 'swarm-notes', 'swarmish', 'my-dev'])
      await tmux.ensureSession(name);
    await second.tmux.ensureSession('swarm-89abcdef');
    await open.spawnEcho('w1');
    const hosts = [second.address];
    const listed = async (): Promise<unknown> =>
      (await workers.orphans({ hosts })).map((one) => [one.host, one.session, one.why?.includes('made')]);
    const notOurs = [
      [open.address, `${ours}1`, true],
      [open.address, 'swarm-notes', true],
    ];
    const there = [second.address, 'swarm-89abcdef', undefined];
    await expect.poll(listed).toEqual([[open.address, ours, undefined], ...notOurs, there]);
    await workers.killOrphan(ours);
    expect(await listed()).toEqual([...notOurs, there]);
    for (const name of [ours, 'my-dev', session]) {
      await expect(workers.killOrphan(name)).rejects.toMatchObject({
        code: 'SESSION_NOT_FOUND',
        suggestion: expect.any(String),
      });
    }
    expect(await workers.killOrphans({ hosts })).toMatchObject([{ session: 'swarm-89abcdef' }]);
    // What only has such a name goes where it is asked for.
    expect(await listed()).toEqual(notOurs);
    await expect(workers.killOrphan('swarm-notes')).rejects.toMatchObject({ code: 'SESSION_IN_USE' });
    expect(await workers.killOrphans({ force: true })).toHaveLength(2);
    expect((await tmux.sessions()).map(({ name }) => name).sort()).toEqual(
      ['main', 'my-dev', session, 'swarmish'].sort(),
    );
    expect(await workers.ls()).toMatchObject([{ name: 'w1', state: 'running' }]);
  });
});

describe('recovery', () => {
  it('shows a worker whose window is gone as stopped, and cleans all that have stopped and no others [W39, W40]', async () => {
    await using open = await openWorkers();
    const { workers, tmux } = open;
    await open.spawnEcho('gone');
    await open.spawnEcho('stays');
    const { paneId = '' } = await workers.status('gone');
    await tmux.pane(paneId).kill();
    expect(await workers.ls()).toMatchObject([
      { name: 'gone', state: 'stopped', exit: { lost: true } },
      { name: 'stays', state: 'running' },
    ]);
    await expect(workers.clean('stays')).rejects.toMatchObject({ code: 'WORKER_RUNNING' });
    expect(await workers.clean({ all: true })).toEqual({ cleaned: ['gone'], kept: [] });
    expect((await workers.ls()).map(({ name }) => name)).toEqual(['stays']);
    await workers.send('stays', 'on');
    await workers.wait('stays', { text: 'got on' });
  });

  it('shows all workers of a server that was killed as stopped; they are cleaned, spawned and respawned at once [W41]', async () => {
    await using open = await openWorkers();
    const { workers, tmux, folder } = open;
    for (const name of ['one', 'two', 'three']) await open.spawnEcho(name);
    await tmux.killServer();
    expect((await workers.ls()).map(({ name, state }) => [name, state])).toEqual([
      ['one', 'stopped'],
      ['two', 'stopped'],
      ['three', 'stopped'],
    ]);
    expect(await workers.respawn('two', { readyWait: { pattern: 'ready' } })).toMatchObject({
      state: 'running',
    });
    expect(await workers.clean({ all: true })).toEqual({ cleaned: ['one', 'three'], kept: [] });
    await workers.spawn('one', ['cat'], { cwd: folder, login: false });
    expect((await workers.ls()).map(({ name, state }) => [name, state])).toEqual([
      ['two', 'running'],
      ['one', 'running'],
    ]);
  });

  it('shows workers of a host that does not answer as unknown, at once, and why; the others are not held up', async () => {
    await using open = await openWorkers();
    await open.spawnEcho('here');
    const { runId } = await open.workers.status('here');
    const lost = { session: 'swarm-x', window: 'far', socket: null };
    const host = 'ssh://nobody@127.0.0.1:1';
    await open.store.workers.insert({ name: 'far', host, tmux: lost, command: 'x', state: 'running', runId });
    expect(await open.workers.ls()).toMatchObject([
      { name: 'here', state: 'running' },
      { name: 'far', state: 'unknown', reason: expect.stringContaining('127.0.0.1') },
    ]);
    expect((await open.workers.clean({ all: true })).cleaned).toEqual([]);
    await expect(open.workers.clean('far')).rejects.toMatchObject({ code: 'HOST_UNREACHABLE' });
    expect(await open.workers.clean('far', { force: true })).toEqual({ cleaned: ['far'], kept: [] });
  });
});
