import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { MuxError } from '../../../src/model/mux-error.js';
import { TmuxAutomation } from '../../../src/systems/tmux-automation.js';
import { patience } from '../../patience.js';
import { sized } from '../../soak.js';
import { compiledSource } from '../compiled-source.js';
import { openWorkers } from './open-workers.js';

const fixture = fileURLToPath(new URL('./fixtures/spawn-worker.mjs', import.meta.url));

const source = await compiledSource();

interface Outcome {
  readonly runId?: string;
  readonly code?: string;
  readonly suggestion?: string;
}

/** A process that spawns a worker when it is told to. */
async function spawner(args: readonly string[]): Promise<() => Promise<Outcome>> {
  const child = spawn(process.execPath, [fixture, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await lines.next();
  return async () => {
    child.stdin.write('begin\n');
    const { value } = await lines.next();
    if (child.exitCode === null) await once(child, 'exit');
    return JSON.parse(value ?? '{}');
  };
}

describe('several processes', () => {
  it('that spawn the same name at once: one wins, the others are told that it is in use', async () => {
    await using open = await openWorkers();
    const args = [source.index, open.address, open.statePath, `${open.folder}/runs`, 'same'];
    const spawners = await Promise.all(Array.from({ length: sized(3, 10) }, () => spawner(args)));
    const outcomes = await Promise.all(spawners.map((begin) => begin()));
    const winners = outcomes.filter(({ runId }) => runId !== undefined);
    expect(winners).toHaveLength(1);
    for (const outcome of outcomes.filter(({ runId }) => runId === undefined)) {
      expect(outcome).toMatchObject({
        code: 'WORKER_EXISTS',
        suggestion: expect.stringContaining('same-2'),
      });
    }
    expect(await open.workers.ls()).toMatchObject([{ name: 'same', state: 'running', ...winners[0] }]);
    expect((await open.windows()).filter((window) => window.endsWith(':same'))).toHaveLength(1);
  });

  it('that respawn a worker at once start it once', async () => {
    await using open = await openWorkers();
    await open.spawnEcho('one');
    await open.workers.kill('one');
    const others = Array.from({ length: 4 }, () => open.another());
    const outcomes = await Promise.allSettled(others.map((workers) => workers.respawn('one')));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'WORKER_RUNNING' });
    }
    expect((await open.windows()).filter((window) => window.endsWith(':one'))).toHaveLength(1);
  });

  it('may spawn and kill the last worker of a session at once, and lose none', async () => {
    await using open = await openWorkers();
    const [a, b] = [open.another(), open.another()];
    const options = { cwd: open.folder, login: false };
    for (let round = 0; round < sized(2, 50); round++) {
      await a.spawn(`old-${round}`, ['cat'], options);
      await Promise.all([a.kill(`old-${round}`, { graceMs: 50 }), b.spawn(`new-${round}`, ['cat'], options)]);
      expect(await b.status(`new-${round}`)).toMatchObject({ state: 'running' });
      await b.kill(`new-${round}`, { graceMs: 50 });
    }
    expect((await open.tmux.sessions()).map(({ name }) => name)).toEqual(['main']);
  });

  it('wait for one that is being started by another, and are told so where they do not wait', async () => {
    await using open = await openWorkers();
    const { workers, store } = open;
    await workers.spawn('one', 'exit 3', { cwd: open.folder, login: false });
    await workers.wait('one');
    const stopped = await store.workers.get('one');
    const claim = `${hostname()}:${process.pid}:${Date.now()}-0`;
    await store.workers.update('one', { state: 'starting', claim });
    await expect(workers.send('one', 'x')).rejects.toMatchObject({
      code: 'WORKER_STARTING',
      message: "Worker 'one' is being started.",
      suggestion: expect.not.stringContaining('respawn'),
    });
    await expect(workers.wait('one', { timeoutMs: 300 })).rejects.toMatchObject({ code: 'TIMEOUT' });
    const waiting = workers.wait('one');
    // Whoever was starting it has given up, and it is started again.
    await store.workers.update('one', { ...stopped, claim: undefined });
    await waiting;
    await workers.respawn('one', { command: 'exit 4' });
    expect(await workers.wait('one')).toMatchObject({ exit: { code: 4 } });
  });

  it('keep what is known of a worker that cannot be started again', async () => {
    await using open = await openWorkers();
    const { workers, folder } = open;
    await open.server.host.script('mkdir "$1/gone"', [folder]);
    await workers.spawn('one', 'read -r x; exit 7', { cwd: `${folder}/gone`, login: false });
    const { runId = '' } = await workers.status('one');
    await workers.send('one', 'end');
    await using automation = new TmuxAutomation({
      store: open.store,
      config: { logFolder: `${folder}/runs`, connect: patience },
    });
    await (await automation.get(open.tmux, runId)).finished();
    await open.server.host.files.remove(`${folder}/gone`);
    // The first who looks at how it ended is the one who starts it again.
    await expect
      .poll(() => workers.respawn('one').catch((error: MuxError) => error.code))
      .toBe('CWD_NOT_FOUND');
    expect(await open.store.workers.get('one')).toMatchObject({
      state: 'stopped',
      exit: { code: 7 },
      stoppedAt: expect.any(Date),
      respawns: 0,
      claim: undefined,
      runId,
    });
  });

  it('leave the terminal that they are called from as it is, its client and its windows [W10]', async () => {
    await using open = await openWorkers();
    await using outer = await openWorkers();
    const { tmux } = open;
    // A person's terminal, attached to the very server that the sessions are made on.
    const attach = ['tmux', '-L', open.server.socket, 'attach', '-t', '=main:'];
    const terminal = await (await outer.tmux.ensureSession('terminal')).newWindow({
      command: ['env', '-u', 'TMUX', ...attach],
    });
    const clients = async (): Promise<string[]> => {
      const fields = '#{client_control_mode} #{client_tty} #{session_name} #{window_id} #{client_width}';
      return (await tmux.command('list-clients', '-F', fields)).filter((one) => one.startsWith('0 '));
    };
    await expect.poll(clients).toHaveLength(1);
    const before = await clients();
    const [pane] = (await tmux.panes()).filter(({ sessionName }) => sessionName === 'main');
    const script = `const { ensureSession, createWindow, sendKeys } = await import(${JSON.stringify(source.index)});
      await ensureSession('swarm-abc', '${open.server.socket}');
      await createWindow('swarm-abc', 'worker1', '/tmp', ['cat'], '${open.server.socket}');
      await sendKeys('swarm-abc', 'worker1', 'hello', true, '${open.server.socket}');
      console.log('called');`;
    await open.server.host.files.write(`${open.folder}/call.mjs`, script);
    const here = tmux.pane(pane?.id ?? '');
    await here.sendText(
      `clear; ${process.execPath} ${open.folder}/call.mjs; read -r answer; echo "$answer"\n`,
    );
    await here.waitForText(/^called$/m, { timeoutMs: 60_000 });
    expect((await tmux.sessions()).find(({ name }) => name === 'swarm-abc')).toMatchObject({ attached: 0 });
    expect(await clients()).toEqual(before);
    // It prints nothing but what the program prints, and takes what is typed.
    await terminal.sendText('mine\n');
    await here.waitForText(/mine\nmine$/m);
    expect((await here.capture()).trimEnd()).toMatch(/^called\nmine\nmine(?:\n.*)?$/);
    await terminal.waitForText(/called\nmine\nmine/);
  });

  it('find out that the one which was starting a worker died', async () => {
    await using open = await openWorkers();
    // As it is left by a process that was killed between the name and the window.
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'exit');
    await open.store.workers.insert({
      name: 'half',
      host: open.address,
      tmux: { session: open.session, window: 'half', socket: open.server.socket },
      command: 'cat',
      state: 'starting',
      claim: `${hostname()}:${child.pid}:0`,
    });
    expect(await open.workers.ls()).toMatchObject([{ name: 'half', state: 'stopped', exit: { lost: true } }]);
    const spawnHalf = (): Promise<unknown> =>
      open.workers.spawn('half', ['cat'], { cwd: open.folder, login: false });
    await expect(spawnHalf()).rejects.toMatchObject({ code: 'WORKER_EXISTS' });
    await open.workers.clean('half');
    expect(await spawnHalf()).toMatchObject({ state: 'running' });
  });
});
