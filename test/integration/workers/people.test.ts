import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { lookAtSession, whyKept } from '../../../src/workers/close-session.js';
import { killSessionAsSeen, sessionPanes } from '../../../src/workers/session-panes.js';
import { type OpenWorkers, openWorkers } from './open-workers.js';

/** The first pane of the session, in which tmux has started a shell. */
async function firstPane({ tmux, session }: OpenWorkers): Promise<string> {
  return (await tmux.panes()).find(({ sessionName }) => sessionName === session)?.id ?? '';
}

/** Ends with its file: behind a shell that was replaced nobody else ends it. */
const SCRIPT = 'echo "begun-$1-"; while [ -e "$0" ]; do sleep 0.2; done';

/** Where a shell that is still reading its files is not what is looked at. */
const impatient = { config: { shellStartMs: 200 } };

describe('what a person has in a session of workers', () => {
  it('may be a shell script, in the foreground, behind, or in the place of the shell: nothing ends it', async () => {
    await using open = await openWorkers();
    const { tmux, folder, session } = open;
    const workers = open.another(impatient);
    await open.server.host.files.write(`${folder}/script.sh`, SCRIPT);
    const commands = [
      [`sh ${folder}/script.sh 1`, 'C-c'],
      // The shell itself is in front then, and waits for what fills its variable.
      [`x=$(sh ${folder}/script.sh 2 >/dev/tty)`, 'C-c'],
      [`sh ${folder}/script.sh 3 &`, undefined],
      [`exec bash ${folder}/script.sh 4`, undefined],
    ] as const;
    await workers.spawn('done', 'exit 0', { cwd: folder, login: false });
    await workers.wait('done');
    const pane = tmux.pane(await firstPane(open));
    for (const [index, [command, stop]] of commands.entries()) {
      await pane.sendText(`clear; ${command}\n`);
      await pane.waitForText(`begun-${index + 1}-`);
      const panes = (await sessionPanes(tmux)).filter(({ name }) => name === session);
      expect(await whyKept(tmux, panes)).toBe('a program runs in its first window');
      if (stop) await pane.sendKeys(stop);
    }
    expect(await workers.killOrphans()).toEqual([]);
    expect(await workers.clean({ all: true })).toEqual({ cleaned: ['done'], kept: [] });
    expect(await tmux.findSession(session)).toBeDefined();
  });

  it('may have been opened just now: tmux itself looks in the moment of the kill', async () => {
    await using open = await openWorkers();
    const { tmux, session } = open;
    const made = await tmux.ensureSession(session);
    const seen = async () => (await sessionPanes(tmux)).filter(({ name }) => name === session);
    await expect.poll(async () => (await seen())[0]?.program).toMatch(/sh$/);
    const before = await seen();
    // As many windows as before, but others.
    await made.newWindow({ name: 'mine' });
    await tmux.pane(before[0]?.pane ?? '').kill();
    expect(await killSessionAsSeen(tmux, before)).toBe(false);
    const after = await seen();
    await tmux.pane(after[0]?.pane ?? '').sendText('exec cat\n');
    await expect.poll(async () => (await seen())[0]?.program).toBe('cat');
    expect(await killSessionAsSeen(tmux, after)).toBe(false);
    expect(await killSessionAsSeen(tmux, await seen())).toBe(true);
  });

  it('is no shell that had to be waited for: the session goes with it', async () => {
    await using open = await openWorkers();
    const { tmux } = open;
    // As a shell that starts: something else is in its place for a moment.
    const command = ['sh', '-c', 'read -r go; exec bash --norc --noprofile'];
    await tmux.ensureSession('begins', { command });
    const seen = async () => (await sessionPanes(tmux)).filter(({ name }) => name === 'begins');
    await expect.poll(async () => (await seen())[0]?.program).toBe('sh');
    const before = await seen();
    await tmux.pane(before[0]?.pane ?? '').sendKeys('Enter');
    const { panes, why } = await lookAtSession(tmux, before, 60_000);
    expect(why).toBeUndefined();
    expect(await killSessionAsSeen(tmux, before)).toBe(false);
    expect(await killSessionAsSeen(tmux, panes)).toBe(true);
    expect(await tmux.findSession('begins')).toBeUndefined();
  });

  it('is left alone also where only the name is like that of ours; a session that a worker starts in is no orphan', async () => {
    await using open = await openWorkers();
    const { workers, tmux } = open;
    await (await tmux.ensureSession('swarm-notes')).newWindow({ name: 'editor', command: ['cat'] });
    await (await tmux.ensureSession('swarm-01234567')).newWindow({ name: 'editor', command: ['cat'] });
    await tmux.ensureSession('swarm-89abcdef');
    await open.store.workers.insert({
      name: 'begins',
      host: open.address,
      tmux: { session: 'swarm-89abcdef', window: 'begins', socket: open.server.socket },
      command: 'cat',
      state: 'starting',
      claim: `${hostname()}:${process.pid}:${Date.now()}-0`,
    });
    expect(await workers.killOrphans()).toEqual([]);
    expect((await workers.orphans()).map(({ session, why }) => [session, why])).toEqual([
      ['swarm-01234567', 'it has windows of somebody else'],
      ['swarm-notes', 'it was not made for workers'],
    ]);
    await expect(workers.killOrphan('swarm-89abcdef', { force: true })).rejects.toMatchObject({
      code: 'SESSION_NOT_FOUND',
    });
    expect((await tmux.sessions()).map(({ name }) => name)).toEqual([
      'main',
      'swarm-01234567',
      'swarm-89abcdef',
      'swarm-notes',
    ]);
  });
});

describe('the shell that stays in the window of a worker', () => {
  it('goes with it, whoever is the first to look', async () => {
    await using open = await openWorkers();
    const { workers, folder, session } = open;
    // By the terminal, and not by a look of the room at the worker.
    const spawnDone = async (name: string): Promise<void> => {
      const { runId = '' } = await workers.spawn(name, 'echo bye; exit 3', {
        cwd: folder,
        interactive: true,
      });
      const exit = `${folder}/runs/${runId}.exit`;
      const isThere = async (): Promise<number> =>
        (await open.server.host.script('[ -e "$1" ]', [exit])).code;
      await expect.poll(isThere).toBe(0);
    };
    for (const name of ['a', 'b', 'c']) await spawnDone(name);
    const own = async (): Promise<string[]> =>
      (await open.windows()).filter((window) => /:[abc]$/.test(window)).sort();
    await using first = open.another();
    expect(await first.respawn('a', { command: ['cat'] })).toMatchObject({ state: 'running', respawns: 1 });
    await using second = open.another();
    expect(await second.kill('b')).toMatchObject({ wasRunning: false, worker: { exit: { code: 3 } } });
    await using third = open.another();
    await third.clean('c');
    expect(await own()).toEqual([`${session}:a`]);
    expect((await third.ls()).map(({ name, state }) => [name, state])).toEqual([
      ['a', 'running'],
      ['b', 'stopped'],
    ]);
  });

  it('is kept, and the worker with it, while a person uses it; forced, it goes', async () => {
    await using open = await openWorkers();
    const { folder, tmux } = open;
    const workers = open.another(impatient);
    await workers.spawn('one', 'exit 0', { cwd: folder, interactive: true });
    await workers.wait('one');
    const { paneId = '' } = await workers.status('one');
    await tmux.pane(paneId).sendText('cat\n');
    await expect.poll(async () => (await tmux.pane(paneId).info()).command).toBe('cat');
    const refused = { code: 'WORKER_RUNNING', message: expect.stringContaining('a program runs in it') };
    expect(await workers.clean({ all: true })).toMatchObject({
      cleaned: [],
      kept: [{ name: 'one', error: refused }],
    });
    await expect(workers.respawn('one')).rejects.toMatchObject(refused);
    expect(await tmux.pane(paneId).info()).toMatchObject({ command: 'cat' });
    expect(await workers.status('one')).toMatchObject({ state: 'stopped', exit: { code: 0 }, respawns: 0 });
    expect(await workers.clean('one', { force: true })).toEqual({ cleaned: ['one'], kept: [] });
    await expect(tmux.pane(paneId).info()).rejects.toMatchObject({ code: 'PANE_NOT_FOUND' });
  });

  it('is kept by a cleanup while a person has it on the screen, though nothing runs in it; a respawn may take it', async () => {
    await using open = await openWorkers();
    const { folder, tmux, session, workers } = open;
    await workers.spawn('one', 'exit 0', { cwd: folder, interactive: true });
    await workers.wait('one');
    const screen = await tmux.ensureSession('screen-of-a-person');
    const { paneId = '' } = await workers.status('one');
    const attach = ['tmux', '-L', open.server.socket, 'attach-session', '-t', `=${session}:one`];
    await screen.newWindow({ command: ['env', '-u', 'TMUX', ...attach] });
    await expect.poll(async () => (await workers.ls())[0]?.viewed).toBe(true);
    await expect(workers.clean('one')).rejects.toMatchObject({
      code: 'WORKER_RUNNING',
      message: expect.stringContaining('a person is viewing it'),
      suggestion: expect.stringContaining('force'),
    });
    expect(await tmux.pane(paneId).info()).toMatchObject({ dead: false });
    expect(await workers.respawn('one', { command: ['cat'] })).toMatchObject({ state: 'running' });
  });
});

describe('a store that was told nothing for long', () => {
  it('keeps no session: of two workers one had ended by itself when the other is killed [W29]', async () => {
    await using open = await openWorkers();
    await open.workers.spawn('ends', 'read -r x', { cwd: open.folder, login: false });
    await open.spawnEcho('last');
    const { paneId = '' } = await open.workers.status('ends');
    await open.tmux.pane(paneId).kill();
    expect(await open.store.workers.get('ends')).toMatchObject({ state: 'running' });
    expect(await open.workers.kill('last')).toMatchObject({ session: { killed: true } });
  });
});
