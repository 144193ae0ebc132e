import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { TmuxAutomation, TmuxManager, type TmuxManagerConfig } from '../../../src/index.js';
import { openStore } from '../../../src/store/open-store.js';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import { type ChatServer, chatServer } from './chat-server.js';

const metadata = { requestId: 'r', chatId: 'c', workspace: 'w' };

describe('sessions of chats', () => {
  let chats: ChatServer;
  let manager: TmuxManager;
  let address: string;
  beforeAll(async () => {
    chats = await chatServer({ config: { shell: 'sh' }, maxSessionsPerContainer: 50 });
    ({ manager, address } = chats);
  });
  afterAll(() => chats[Symbol.asyncDispose]());
  afterEach(async () => {
    for (const { sessionName } of await manager.describeSessions(address))
      await manager.killSession(address, sessionName);
  });

  it('are left running by the next call for the same chat, as number or string [M4] [M6]', async () => {
    const name = await manager.getOrCreateSession(address, 'w', 123);
    const [before] = (await (await chats.tmux.findSession(name))?.panes()) ?? [];
    expect(await chats.another().getOrCreateSession(address, 'w', '123')).toBe(name);
    const panes = (await (await chats.tmux.findSession(name))?.panes()) ?? [];
    expect(panes.map(({ id, pid }) => [id, pid])).toEqual([[before?.id, before?.pid]]);
  });

  it('exist by their exact name only [M7]', async () => {
    const name = await manager.getOrCreateSession(address, 'w', '77');
    expect(await manager.sessionExists(address, name)).toBe(true);
    for (const other of ['claude-w-7', 'claude-w', `${name}7`, '', '*', `=${name}`, '$1'])
      expect(await manager.sessionExists(address, other)).toBe(false);
  });

  it('end with their processes and what waits for them; to end one twice is no error [M8]', async () => {
    const name = await manager.getOrCreateSession(address, 'w', '1');
    const [pane] = (await (await chats.tmux.findSession(name))?.panes()) ?? [];
    await chats.tmux.pane(pane?.id ?? '').sendText('cat\n');
    for (let n = 0; n < 3; n++) await manager.sendToSession(address, name, 'x', metadata);
    await manager.killSession(address, name);
    expect(await manager.sessionExists(address, name)).toBe(false);
    expect(await chats.store.sessions.list()).toEqual([]);
    await expect(
      chats.host.run(['sh', '-c', `while kill -0 ${pane?.pid} 2>/dev/null; do sleep 0.1; done`], {
        timeoutMs: 120_000,
      }),
    ).resolves.toMatchObject({ code: 0 });
    await expect.poll(() => chats.tmux.command('list-buffers')).toEqual([]);
    await manager.killSession(address, name);
  });

  it('are listed with all others, and none where no server runs [M23]', async () => {
    const name = await manager.getOrCreateSession(address, 'w', '1');
    expect((await manager.listSessions(address)).toSorted()).toEqual([name, 'main']);
    await using empty = await isolatedTmux({ started: false });
    expect(await manager.listSessions(empty.address)).toEqual([]);
    expect(await manager.sessionExists(empty.address, name)).toBe(false);
    await manager.killSession(empty.address, name);
    const names = await Promise.all(
      ['1', '2', '3'].map((chat) => manager.getOrCreateSession(empty.address, 'w', chat)),
    );
    expect((await manager.listSessions(empty.address)).toSorted()).toEqual(names);
    const all = await empty.tmux.command('list-sessions', '-F', '#{session_name}');
    expect(all.toSorted()).toEqual(names);
  });

  it('are known with pair and times to a process that did not make them [M21] [M22] [M24] [M26]', async () => {
    const pairs = [
      ['a-b', 'c'],
      ['a', 'b-c'],
      ['Ünïcode "w" \\ #{pid} %H\n', '🙂|'],
    ] as const;
    const made = new Date('2026-02-07T08:00:00.123Z');
    const first = chats.another({ clock: () => made });
    for (const [workspace, chatId] of pairs) await first.getOrCreateSession(address, workspace, chatId);
    await first.close();

    await using empty = await openStore({ path: ':memory:' });
    const later = new Date('2026-02-07T09:00:00.456Z');
    const next = chats.another({ store: empty, clock: () => later, sessionIdleTimeoutMs: 24 * 3_600_000 });
    const found = await next.describeSessions(address);
    expect(found.map(({ workspace, chatId }) => [workspace, chatId])).toEqual(
      expect.arrayContaining([...pairs]),
    );
    expect(found).toHaveLength(3);
    for (const info of found) {
      expect(info).toMatchObject({ createdAt: made, lastUsedAt: made, containerId: address, orphan: false });
      expect(Object.keys(info)).toEqual(
        expect.arrayContaining([
          'sessionName',
          'workspace',
          'chatId',
          'createdAt',
          'lastUsedAt',
          'containerId',
        ]),
      );
    }
    // The store has them as well, with the same times.
    const stored = await empty.sessions.list(address);
    expect(stored.map(({ createdAt }) => createdAt)).toEqual([made, made, made]);
    await next.getOrCreateSession(address, 'a', 'b-c');
    const again = (await next.describeSessions(address)).find(({ chatId }) => chatId === 'b-c');
    expect(again).toMatchObject({ createdAt: made, lastUsedAt: later });
  });

  it('that died are noticed, and made anew under the same name [M33] [M40]', async () => {
    const name = await manager.getOrCreateSession(address, 'w', '1');
    await chats.tmux.command('kill-session', '-t', `=${name}`);
    expect(await manager.sessionExists(address, name)).toBe(false);
    expect(await chats.store.sessions.list(address)).toEqual([]);
    await expect(manager.sendToSession(address, name, 'x', metadata)).rejects.toThrow(
      `Session ${name} does not exist`,
    );
    expect(await manager.getOrCreateSession(address, 'w', '1')).toBe(name);
    await manager.sendToSession(address, name, 'x', { ...metadata, requestId: 'anew' });
    await chats.answered('anew');
  });

  it('end where their shell cannot start, with what was sent before that could be known', async () => {
    const broken = chats.another({ config: { shell: '/nowhere/bash' } });
    const name = await broken.getOrCreateSession(address, 'w', '1');
    const sent = await broken.sendToSession(address, name, 'x', metadata).catch((error: unknown) => error);
    const known = { code: 'PANE_DEAD', suggestion: expect.any(String) };
    expect(sent).toMatchObject(sent instanceof Error ? known : { status: 'queued' });
    await expect.poll(() => broken.sessionExists(address, name)).toBe(false);
    expect(await manager.getOrCreateSession(address, 'w', '1')).toBe(name);
    expect(await chats.tmux.command('list-buffers')).toEqual([]);
    await manager.sendToSession(address, name, 'x', { ...metadata, requestId: 'whole' });
    await chats.answered('whole');
  });

  it('do not take the name of a session that is somebody else’s', async () => {
    const session = await chats.tmux.ensureSession('claude-w-99', { command: ['cat'] });
    await expect(manager.getOrCreateSession(address, 'w', '99')).rejects.toMatchObject({
      code: 'SESSION_NAME_TAKEN',
      suggestion: expect.any(String),
    });
    await session.kill();
  });

  it('are refused above the limit, of which those of people take nothing; one that goes makes room [M27] [M28]', async () => {
    await using few = await chatServer({ config: { shell: 'sh' } });
    for (const name of ['mine', 'yours']) await few.tmux.ensureSession(name);
    const open = (chat: number): Promise<string> => few.manager.getOrCreateSession(few.address, 'w', chat);
    const names = await Promise.all(Array.from({ length: 10 }, (_, n) => open(n)));
    expect(new Set(names).size).toBe(10);
    const refused = await open(10).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: 'SESSION_LIMIT_REACHED',
      message: expect.stringContaining('There are 10 chat sessions'),
      suggestion: expect.stringContaining('cleanup()'),
      details: { limit: 10, sessions: expect.arrayContaining(names) },
    });
    expect(await open(3)).toBe('claude-w-3');
    await few.manager.killSession(few.address, 'claude-w-3');
    expect(await open(10)).toBe('claude-w-10');
    await expect(open(3)).rejects.toMatchObject({ code: 'SESSION_LIMIT_REACHED' });
  });

  it('leave nothing half made where tmux refuses [M32]', async () => {
    const broken = chats.another({ config: { shell: 'sh', cwd: '' } });
    await expect(broken.getOrCreateSession(address, 'w', '1')).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
    await chats.tmux.command('set-option', '-s', 'command-alias[100]', 'new-sessio=no-such-command');
    await expect(manager.getOrCreateSession(address, 'w', '2')).rejects.toMatchObject({
      code: 'TMUX_COMMAND_FAILED',
      message: expect.stringContaining('no-such-command'),
    });
    await chats.tmux.command('set-option', '-su', 'command-alias[100]');
    expect(await manager.listSessions(address)).toEqual(['main']);
    expect(await chats.store.sessions.list(address)).toEqual([]);
    expect(await manager.getOrCreateSession(address, 'w', '2')).toBe('claude-w-2');
  });

  it('can be switched off by a flag, and everything else goes on [M35]', async () => {
    vi.stubEnv('ENABLE_TMUX_SESSIONS', 'false');
    try {
      const calls = [
        () => manager.getOrCreateSession(address, 'off', '1'),
        () => manager.sendToSession(address, 'claude-off-1', 'x', metadata),
        () => manager.sessionExists(address, 'x'),
        () => manager.listSessions(address),
        () => manager.describeSessions(address),
        () => manager.killSession(address, 'x'),
        () => manager.cleanupIdleSessions(),
      ];
      for (const call of calls) {
        await expect(call()).rejects.toMatchObject({
          code: 'SESSIONS_DISABLED',
          message: expect.stringContaining('ENABLE_TMUX_SESSIONS=false'),
        });
      }
      await using automation = new TmuxAutomation({
        store: false,
        config: { logFolder: `${chats.folder}/runs` },
      });
      const run = await automation.start(chats.tmux, [`${chats.folder}/claude`, '-p', 'once'], {
        login: false,
      });
      expect(await run.finished()).toMatchObject({ code: 0 });
    } finally {
      vi.unstubAllEnvs();
    }
    expect(await manager.sessionExists(address, 'claude-off-1')).toBe(false);
    const off = chats.another({ config: { enabled: false } });
    await expect(off.listSessions(address)).rejects.toThrow('ENABLE_TMUX_SESSIONS');
  });

  it('have no limit, and are never idle, where Infinity or a very large number says so', async () => {
    for (const much of [Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER]) {
      const open = chats.another({ maxSessionsPerContainer: much, sessionIdleTimeoutMs: much });
      const name = await open.getOrCreateSession(address, 'w', 'much');
      expect(await open.cleanupIdleSessions({ busy: true })).toBe(0);
      expect(await open.describeSessions(address)).toMatchObject([{ sessionName: name, orphan: false }]);
    }
  });

  it('take prompts and times where a person has a session of their own on the same windows', async () => {
    const later = new Date('2030-01-01T00:00:00.000Z');
    const dated = chats.another({ clock: () => later });
    const name = await manager.getOrCreateSession(address, 'w', '1');
    await chats.tmux.command('new-session', '-d', '-t', `=${name}`, '-s', 'mine');
    for (const requestId of ['in-group-1', 'in-group-2']) {
      await dated.sendToSession(address, name, 'x', { ...metadata, requestId });
      await chats.answered(requestId);
    }
    expect(await manager.describeSessions(address)).toMatchObject([{ sessionName: name, lastUsedAt: later }]);
    expect((await chats.tmux.command('show-options', '-t', '=mine:')).join()).not.toContain('@muxwright');
    await chats.tmux.command('kill-session', '-t', '=mine');
  });

  it('leave nothing of what waited in tmux where they end by other means; what waits elsewhere stays', async () => {
    const cat = chats.another({ command: ['cat', '{prompt}'] });
    const names = [
      await manager.getOrCreateSession(address, 'w', 'ends'),
      await manager.getOrCreateSession(address, 'w', 'stays'),
    ];
    const buffers = () => chats.tmux.command('list-buffers', '-F', '#{buffer_name}');
    for (const name of names) {
      await cat.sendToSession(address, name, '-', metadata);
      await cat.sendToSession(address, name, 'waits', metadata);
    }
    await expect.poll(buffers).toHaveLength(2);
    await chats.tmux.command('kill-session', '-t', `=${names[0]}`);
    expect(await buffers()).toHaveLength(2);
    await manager.getOrCreateSession(address, 'w', 'another');
    expect(await buffers()).toHaveLength(1);
    await chats.tmux.command('kill-session', '-t', `=${names[1]}`);
    await manager.cleanupIdleSessions();
    expect(await buffers()).toEqual([]);
  });

  it('say what cannot be a setting, or an argument', async () => {
    const clear = { message: expect.any(String), suggestion: expect.any(String) };
    const settings: unknown[] = [
      null,
      { maxSessionsPerContainer: 0 },
      { maxSessionsPerContainer: 2.5 },
      { maxSessionsPerContainer: '3' },
      { sessionIdleTimeoutMs: Number.NaN },
      { sessionIdleTimeoutMs: -1 },
      { command: 'claude' },
      { command: 42 },
      { maxSessionsPerContainer: Number.NaN },
      { command: ['claude', 42] },
      { command: 'claude \ud800 {prompt}' },
    ];
    for (const options of settings) {
      const make = () => new TmuxManager(options as TmuxManagerConfig);
      expect(make).toThrow(expect.objectContaining({ ...clear, code: 'INVALID_ARGUMENT' }));
    }
    const none = undefined as never;
    const calls = [
      () => manager.getOrCreateSession(none, 'w', '1'),
      () => manager.getOrCreateSession(42 as never, 'w', '1'),
      () => manager.getOrCreateSession(address, none, '1'),
      () => manager.getOrCreateSession(address, 'w', none),
      () => manager.getOrCreateSession(address, 'w', null as never),
      () => manager.sendToSession(none, 'x', 'x', metadata),
      () => manager.sendToSession(address, none, 'x', metadata),
      () => manager.sendToSession(address, 'x', none, metadata),
      () => manager.sendToSession(address, 'x', 'x', none),
      () => manager.sendToSession(address, 'x', 'x', { ...metadata, requestId: {} as never }),
      () => manager.listSessions(none),
      () => manager.sessionExists(address, none),
      () => manager.describeSessions({} as never),
      () => manager.killSession(null as never, 'x'),
      () => manager.killSession(address, none),
      () => manager.cleanupIdleSessions(null as never),
    ];
    for (const [number, call] of calls.entries()) {
      const code = expect.stringMatching(/^INVALID_(ARGUMENT|ADDRESS)$/);
      await expect(call(), `call ${number}`).rejects.toMatchObject({ ...clear, code });
    }
  });
});
