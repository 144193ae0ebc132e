import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isMuxError } from '../../../src/model/mux-error.js';
import { Workers } from '../../../src/workers/workers.js';
import type { SpawnOptions } from '../../../src/workers/workers-options.js';
import { type OpenWorkers, openWorkers } from './open-workers.js';

let open: OpenWorkers;
beforeAll(async () => {
  open = await openWorkers();
});
afterAll(() => open[Symbol.asyncDispose]());

describe('bad input', () => {
  it.each([
    '../../etc/passwd',
    'a b',
    'a\nb',
    '\u001b[31m',
    '👷',
    '',
    '-f',
    'a:b',
    '%1',
    'w'.repeat(1_000_000),
  ])('is a name that can be none, number %#: every call says so before tmux is asked [W32]', async (name) => {
    const { workers } = open;
    const calls = [
      () => workers.spawn(name, ['cat']),
      () => workers.status(name),
      () => workers.send(name, 'x'),
      () => workers.peek(name),
      () => workers.logs(name).next(),
      () => workers.attach(name),
      () => workers.wait(name),
      () => workers.interrupt(name),
      () => workers.eof(name),
      () => workers.respawn(name),
      () => workers.kill(name),
      () => workers.clean(name),
    ];
    for (const call of calls) {
      const error: unknown = await Promise.resolve(call()).catch((thrown: unknown) => thrown);
      if (!isMuxError(error, 'INVALID_NAME')) throw error;
      expect(error.suggestion).toMatch(/^Use /);
      expect(error.message.length).toBeLessThan(1_000);
    }
  });

  it('is a name that nobody has: the answer names those there are', async () => {
    await open.spawnEcho('known');
    for (const call of [
      () => open.workers.send('unknown', 'x'),
      () => open.workers.kill('unknown'),
      () => open.workers.clean('unknown'),
    ]) {
      await expect(call()).rejects.toMatchObject({
        code: 'WORKER_NOT_FOUND',
        suggestion: expect.stringContaining('known'),
      });
    }
    await open.workers.kill('known');
    await open.workers.clean('known');
  });

  it('is anything that cannot work: nothing is left behind, no record, window or session [W44]', async () => {
    const { workers, folder, session, tmux } = open;
    const cases: readonly (readonly [SpawnOptions & { command?: string | readonly string[] }, string])[] = [
      [{ cwd: `${folder}/nowhere` }, 'CWD_NOT_FOUND'],
      [{ cwd: 'relative' }, 'INVALID_ARGUMENT'],
      [{ command: [] }, 'INVALID_ARGUMENT'],
      [{ command: ['a\0b'] }, 'INVALID_ARGUMENT'],
      [{ command: 'x'.repeat(200_000) }, 'COMMAND_TOO_LARGE'],
      [{ env: { 'not a name': 'x' } }, 'INVALID_NAME'],
      [{ env: { BIG: 'x'.repeat(200_000) } }, 'COMMAND_TOO_LARGE'],
      [{ session: 'a:b' }, 'INVALID_NAME'],
      [{ socket: '../x' }, 'INVALID_ADDRESS'],
      [{ host: 'local?socket=a', socket: 'b' }, 'INVALID_ARGUMENT'],
      [{ tags: ['no spaces'] }, 'INVALID_NAME'],
      [{ tags: Array.from({ length: 100 }, (_, i) => `t${i}`) }, 'INVALID_NAME'],
      [{ redactors: [/(?<=a+)b/] }, 'PATTERN_NOT_TRANSLATABLE'],
      [{ signal: AbortSignal.abort() }, 'ABORTED'],
    ];
    for (const [{ command = ['cat'], ...options }, code] of cases) {
      await expect(workers.spawn('one', command, { cwd: folder, ...options })).rejects.toMatchObject({
        code,
      });
    }
    expect(await open.store.workers.list()).toEqual([]);
    expect(await tmux.findSession(session)).toBeUndefined();
  });

  it('is what no compiler has seen: every value is told, and nothing breaks', async () => {
    const { workers } = open;
    const any = (value: unknown): never => value as never;
    const calls = [
      ...[undefined, null, 42, {}].map((name) => () => workers.spawn(any(name), ['cat'])),
      ...[undefined, null, 42, {}, [1]].map((command) => () => workers.spawn('one', any(command))),
      ...[null, 7, { tags: 'red' }, { tags: [1] }, { env: 'A=1' }, { env: { A: 1 } }, { cwd: 3 }].map(
        (options) => () => workers.spawn('one', ['cat'], any(options)),
      ),
      ...[{ worktree: { branch: 3 } }, { worktree: { path: 3 } }, { session: 4 }].map(
        (options) => () => workers.spawn('one', ['cat'], any(options)),
      ),
      () => workers.send('one', any(undefined)),
      () => workers.send(any(undefined), 'x'),
      () => workers.broadcast(any(undefined), { all: true }),
      () => workers.broadcast('x', any(undefined)),
      () => workers.clean(any(undefined)),
      () => workers.wait('one', { text: any(5) }),
      () => workers.respawn('one', { command: any({}) }),
      () => workers.sendKeys('one', any(undefined)),
    ];
    for (const [index, call] of calls.entries()) {
      const error: unknown = await call().catch((thrown: unknown) => thrown);
      if (!isMuxError(error, 'INVALID_ARGUMENT', 'INVALID_NAME'))
        throw new Error(`call ${index}`, { cause: error });
      expect(error.suggestion).toMatch(/^(?:Give|Use|Name)/);
    }
    expect(await open.store.workers.list()).toEqual([]);
  });

  it('is a name in use, by a worker that runs, one that has stopped, or a window of a person', async () => {
    const { workers, folder, tmux, session } = open;
    await open.spawnEcho('taken');
    const spawn = (name: string): Promise<unknown> => workers.spawn(name, ['cat'], { cwd: folder });
    await expect(spawn('taken')).rejects.toMatchObject({
      code: 'WORKER_EXISTS',
      message: "'taken' is the name of a worker that runs.",
      suggestion: expect.stringContaining('taken-2'),
    });
    await workers.send('taken', 'unharmed');
    await workers.wait('taken', { text: 'got unharmed' });
    await expect(workers.respawn('taken')).rejects.toMatchObject({ code: 'WORKER_RUNNING' });
    expect(await workers.respawn('taken', { force: true })).toMatchObject({ respawns: 1 });
    await (await tmux.ensureSession(session)).newWindow({ name: 'mine', command: ['cat'] });
    await expect(spawn('mine')).rejects.toMatchObject({
      code: 'WORKER_EXISTS',
      message: expect.stringContaining(session),
      suggestion: expect.stringContaining('mine-2'),
    });
    await workers.kill('taken');
    await expect(spawn('taken')).rejects.toMatchObject({
      code: 'WORKER_EXISTS',
      suggestion: expect.stringContaining('Respawn'),
    });
    expect((await workers.ls()).map(({ name }) => name)).toEqual(['taken']);
  });

  it('is a prefix or a session that tmux cannot have, for all workers at once [W33]', () => {
    expect(() => new Workers({ session: 'a.b' })).toThrow(/cannot name a session/);
    expect(() => new Workers({ prefix: 'a b' })).toThrow(/cannot name/);
    expect(() => new Workers({ host: 'what://' })).toThrow(/is not a host address/);
  });
});
