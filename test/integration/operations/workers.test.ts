import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type Answer, type OpenOperations, openOperations } from './open-operations.js';

const ECHO = 'echo ready; while read -r line; do echo "got $line"; done';

describe('the operations of workers', () => {
  it('start one, tell of it, talk with it and end it', async () => {
    await using open = await openOperations();
    const { call, host, folder } = open;
    const worker = await spawnEcho(open, 'one', { tags: ['red'], env: { COLOUR: 'blue' } });
    expect(worker).toMatchObject({
      name: 'one',
      state: 'running',
      host,
      tmux: { window: 'one', socket: open.server.socket },
      paneId: expect.stringMatching(/^%\d+$/),
      cwd: folder,
      envNames: ['COLOUR'],
      tags: ['red'],
      respawns: 0,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    expect(await call('worker.list')).toMatchObject({ workers: [{ name: 'one' }], hasMore: false });
    expect(await call('worker.send', { name: 'one', text: 'hello' })).toEqual({
      name: 'one',
      via: 'line',
      status: 'typed',
    });
    expect(await call('worker.wait', { name: 'one', text: 'got hello', cursor: 0 })).toEqual({
      name: 'one',
      until: 'text',
      line: 'got hello',
    });
    expect(await call('worker.peek', { name: 'one' })).toEqual({
      name: 'one',
      text: 'ready\nhello\ngot hello\n',
      truncated: false,
    });
    expect(await call('worker.peek', { name: 'one', lines: 1 })).toMatchObject({ text: 'got hello\n' });
    expect(await call('worker.wait', { name: 'one', until: 'idle' })).toMatchObject({ until: 'idle' });
    expect(await call('worker.status', { name: 'one' })).toMatchObject({
      state: 'running',
      activity: { state: 'ready', confidence: expect.any(String) },
    });
    expect(await call('worker.eof', { name: 'one' })).toEqual({ name: 'one', keys: ['C-d'] });
    expect(await call('worker.wait', { name: 'one' })).toMatchObject({ until: 'exit', exit: { code: 0 } });
    expect(await open.fails('worker.send', { name: 'one', text: 'x' })).toMatchObject({
      code: 'WORKER_STOPPED',
    });
    expect(await call('worker.kill', { name: 'one' })).toMatchObject({
      wasRunning: false,
      session: { killed: true },
      worker: { state: 'stopped', exit: { code: 0 } },
    });
    expect(await call('worker.clean', { name: 'one' })).toEqual({ cleaned: ['one'], kept: [] });
    expect(await open.fails('worker.status', { name: 'one' })).toMatchObject({ code: 'WORKER_NOT_FOUND' });
  });

  it('choose by tag, state and page', async () => {
    await using open = await openOperations();
    const { call } = open;
    for (const [name, tag] of [
      ['a', 'red'],
      ['b', 'blue'],
      ['c', 'red'],
    ] as const)
      await spawnEcho(open, name, { tags: [tag] });
    const first = await call('worker.list', { limit: 2 });
    expect(first).toMatchObject({ workers: [{ name: 'a' }, { name: 'b' }], hasMore: true });
    const second = await call('worker.list', { limit: 2, cursor: first.nextCursor });
    expect(second).toMatchObject({ workers: [{ name: 'c' }], hasMore: false });
    expect(second).not.toHaveProperty('nextCursor');
    const { results } = await call('worker.broadcast', { text: 'colour', tag: 'red' });
    expect(results.map(({ name, status }: Answer) => [name, status])).toEqual([
      ['a', 'typed'],
      ['c', 'typed'],
    ]);
    await call('worker.wait', { name: 'c', text: 'got colour', cursor: 0 });
    expect(await call('worker.peek', { name: 'b' })).toMatchObject({ text: 'ready\n' });
    await call('worker.kill', { name: 'b' });
    expect(await call('worker.list', { state: 'stopped' })).toMatchObject({ workers: [{ name: 'b' }] });
    expect(await call('worker.clean', { all: true })).toEqual({ cleaned: ['b'], kept: [] });
    for (const [operation, input] of [
      ['worker.broadcast', { text: 'x' }],
      ['worker.broadcast', { text: 'x', all: true, tag: 'red' }],
      ['worker.clean', {}],
      ['worker.clean', { name: 'a', all: true }],
    ] as const) {
      const error = await open.fails(operation, input);
      expect(error).toMatchObject({
        code: 'INVALID_ARGUMENT',
        message: expect.stringContaining('exactly one'),
      });
    }
  });

  it('tell of one that cannot take a broadcast among the others', async () => {
    await using open = await openOperations();
    await spawnEcho(open, 'a');
    await open.call(
      'worker.spawn',
      spawning(open, 'long', { command: ECHO, login: false, readyText: 'ready' }),
    );
    const text = 'x'.repeat(5_000);
    const { results } = await open.call('worker.broadcast', { text, all: true });
    expect(results).toMatchObject([
      { name: 'a', status: 'failed', error: { code: 'TEXT_TOO_LONG', suggestion: expect.any(String) } },
      { name: 'long', status: 'failed' },
    ]);
  });

  it('read its log piece by piece, each line once', async () => {
    await using open = await openOperations();
    const { call } = open;
    const command = 'i=0; while [ $i -lt 400 ]; do i=$((i+1)); echo "line $i"; done; cat';
    await call('worker.spawn', spawning(open, 'many', { command, readyText: 'line 400' }));
    await logged(open, 'many', 'line 400');
    const texts: string[] = [];
    let pages = 0;
    for (let cursor = 0, more = true; more; pages++) {
      const piece = await call('worker.logs', { name: 'many', cursor, maxBytes: 2_048 });
      expect(JSON.stringify(piece.lines).length).toBeLessThan(8_192);
      texts.push(...piece.lines.map((line: Answer) => line.text));
      more = piece.hasMore;
      cursor = piece.cursor;
    }
    expect(pages).toBeGreaterThan(3);
    expect(texts).toEqual(Array.from({ length: 400 }, (_, i) => `line ${i + 1}`));
    const tail = await call('worker.logs', { name: 'many', tail: 2 });
    expect(tail.lines.map(({ text }: Answer) => text)).toEqual(['line 399', 'line 400']);
    expect(tail).toMatchObject({ hasMore: false, run: expect.any(String) });
    expect(await call('worker.logs', { name: 'many', cursor: tail.cursor })).toMatchObject({ lines: [] });
    expect(await open.fails('worker.logs', { name: 'many', cursor: 0, tail: 1 })).toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
    expect(await open.fails('worker.logs', { name: 'many', cursor: 99_999_999 })).toMatchObject({
      code: 'CURSOR_OUT_OF_RANGE',
    });
  });

  it('hide what was sent as a secret, in every process', async () => {
    await using open = await openOperations();
    await spawnEcho(open, 'one');
    const text = 'correct-horse';
    expect(await open.call('worker.send', { name: 'one', text, secret: true })).toMatchObject({
      status: 'typed',
    });
    await open.call('worker.wait', { name: 'one', regex: 'got .+', cursor: 0 });
    await logged(open, 'one', 'got ****');
    await using by = open.another();
    for (const name of ['worker.logs', 'worker.peek']) {
      const answer = JSON.stringify(await open.call(name, { name: 'one' }, { by }));
      expect(answer).toContain('got ****');
      expect(answer).not.toContain(text);
    }
  });

  it('follow what it prints, until the caller has had enough or it ends', async () => {
    await using open = await openOperations();
    await spawnEcho(open, 'one');
    const enough = new AbortController();
    const seen: string[] = [];
    for await (const { lines } of open.stream('worker.follow', { name: 'one', tail: 5 }, enough.signal)) {
      seen.push(...lines.map(({ text }: Answer) => text));
      if (seen.includes('got a')) enough.abort();
      else if (seen.length === 1) await open.call('worker.send', { name: 'one', text: 'a' });
    }
    expect(seen).toEqual(['ready', 'a', 'got a']);
    const whole = open.stream('worker.follow', { name: 'one', cursor: 0 }, new AbortController().signal);
    await open.call('worker.eof', { name: 'one' });
    const all: string[] = [];
    for await (const { lines } of whole) all.push(...lines.map(({ text }: Answer) => text));
    expect(all).toEqual(expect.arrayContaining(seen));
    const aborted = open.stream('worker.follow', { name: 'one' }, AbortSignal.abort());
    expect(await aborted.next()).toEqual({ done: true, value: undefined });
  });

  it('stop waiting when the caller has had enough, and leave the worker alone', async () => {
    await using open = await openOperations();
    await spawnEcho(open, 'one');
    for (const input of [
      {},
      { until: 'quiet', quietMs: 60_000 },
      { text: 'never', timeoutMs: 0 },
      { regex: 'nev[e]r' },
    ]) {
      const enough = new AbortController();
      const waiting = open.fails(
        'worker.wait',
        { name: 'one', ...input },
        { signal: enough.signal, progress: () => enough.abort() },
      );
      expect(await waiting).toMatchObject({ code: 'ABORTED' });
    }
    expect(await open.fails('worker.wait', { name: 'one', timeoutMs: 1 })).toMatchObject({ code: 'TIMEOUT' });
    expect(await open.call('worker.status', { name: 'one' })).toMatchObject({ state: 'running' });
  });

  it('interrupt it, start it again, and end it with force', async () => {
    await using open = await openOperations();
    const { call } = open;
    await spawnEcho(open, 'one', { env: { WORD: 'first' } });
    expect(await call('worker.interrupt', { name: 'one' })).toEqual({ name: 'one', keys: ['C-c'] });
    expect(await call('worker.wait', { name: 'one' })).toMatchObject({ exit: { code: 130 } });
    const command = 'echo "ready $WORD"; cat';
    const again = await call('worker.respawn', {
      name: 'one',
      command,
      env: { WORD: 'second' },
      readyRegex: '^ready s\\w+d$',
    });
    expect(again).toMatchObject({ state: 'running', respawns: 1, envNames: ['WORD'] });
    expect(await open.fails('worker.respawn', { name: 'one' })).toMatchObject({ code: 'WORKER_RUNNING' });
    expect(await call('worker.respawn', { name: 'one', force: true })).toMatchObject({ respawns: 2 });
    expect(await call('worker.kill', { name: 'one', graceMs: 500 })).toMatchObject({ wasRunning: true });
  });

  it('wait until it is ready, and say how it is not', async () => {
    await using open = await openOperations();
    const failing = spawning(open, 'bad', { command: 'echo hi; exit 3', readyText: 'never' });
    expect(await open.fails('worker.spawn', failing)).toMatchObject({ code: 'WORKER_STOPPED' });
    const slow = spawning(open, 'slow', { command: 'cat', readyText: 'never', readyTimeoutMs: 50 });
    expect(await open.fails('worker.spawn', slow)).toMatchObject({ code: 'TIMEOUT' });
    const enough = new AbortController();
    const patient = spawning(open, 'patient', { command: 'cat', readyText: 'never' });
    const given = open.fails('worker.spawn', patient, { signal: enough.signal });
    await expect.poll(async () => (await open.tmux.windows()).map(({ name }) => name)).toContain('patient');
    enough.abort();
    expect(await given).toMatchObject({ code: 'ABORTED' });
    const broken = spawning(open, 'broken', { readyRegex: '(' });
    expect(await open.fails('worker.spawn', broken)).toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining("'readyRegex' is not a valid regular expression"),
    });
  });

  it('give a worktree of its own, and keep it where work would be lost', async () => {
    await using open = await openOperations();
    const repository = join(open.folder, 'repository');
    await mkdir(repository);
    for (const argv of [
      ['init', '-q'],
      ['-c', 'user.name=t', '-c', 'user.email=t@localhost', 'commit', '-q', '--allow-empty', '-m', 'first'],
    ])
      await promisify(execFile)('git', argv, { cwd: repository });
    const { worktree } = await open.call('worker.spawn', {
      ...spawning(open, 'tree', { worktree: true }),
      cwd: repository,
    });
    expect(worktree).toMatchObject({ branch: 'mux/tree', repository, ownsBranch: true });
    await writeFile(join(worktree.path, 'work.txt'), 'not committed');
    await open.call('worker.kill', { name: 'tree' });
    const { cleaned, kept } = await open.call('worker.clean', { all: true });
    expect(cleaned).toEqual([]);
    expect(kept).toMatchObject([{ name: 'tree', error: { code: 'WORKTREE_NOT_CLEAN' } }]);
    expect(await readFile(join(worktree.path, 'work.txt'), 'utf8')).toBe('not committed');
    expect(await open.call('worker.clean', { name: 'tree', force: true })).toMatchObject({
      cleaned: ['tree'],
    });
  });

  it('tell how a terminal gets to it', async () => {
    await using open = await openOperations();
    const { tmux } = await spawnEcho(open, 'one');
    const attach = await open.call('worker.attach', { name: 'one', readOnly: true });
    expect(attach).toMatchObject({ kind: 'attach' });
    expect(attach.argv).toEqual(expect.arrayContaining(['-L', open.server.socket, 'attach-session', '-r']));
    expect(attach.line).toContain(`'=${tmux.session}:@`);
    const inside = `/tmp/x,${open.tmux.server?.pid},0`;
    expect(await open.call('worker.attach', { name: 'one', tmux: inside })).toMatchObject({
      kind: 'switch',
      argv: expect.arrayContaining(['switch-client']),
    });
  });

  it('find sessions that are left over, and end them', async () => {
    await using open = await openOperations();
    const { tmux } = await spawnEcho(open, 'one');
    const window = await open.tmux.findSession(tmux.session);
    await window?.newWindow({ command: ['cat'] });
    await open.call('worker.kill', { name: 'one' });
    const { orphans } = await open.call('worker.orphans', { hosts: [open.host] });
    expect(orphans).toMatchObject([{ session: tmux.session, host: open.host, why: expect.any(String) }]);
    const one = { session: tmux.session, host: open.host };
    expect(await open.fails('worker.kill-orphans', one)).toMatchObject({ code: 'SESSION_IN_USE' });
    expect(await open.call('worker.kill-orphans', { hosts: [open.host] })).toEqual({ killed: [] });
    expect(await open.call('worker.kill-orphans', { ...one, force: true })).toEqual({
      killed: [tmux.session],
    });
    expect(await open.call('worker.orphans', { hosts: [open.host] })).toEqual({
      orphans: [],
      hasMore: false,
    });
  });
});

function spawning(open: OpenOperations, name: string, more: object = {}): object {
  return { name, command: ECHO, host: open.host, cwd: open.folder, login: false, ...more };
}

/** Resolves when a line is the last one of its log, which is a moment after it is on the screen. */
async function logged({ call }: OpenOperations, name: string, text: string): Promise<void> {
  await expect
    .poll(async () => (await call('worker.logs', { name, tail: 1 })).lines)
    .toMatchObject([{ text }]);
}

function spawnEcho(open: OpenOperations, name: string, more: object = {}): Promise<Answer> {
  return open.call('worker.spawn', spawning(open, name, { readyText: 'ready', ...more }));
}
