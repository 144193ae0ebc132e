import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { connect } from '../../../src/index.js';
import { endIdleSessions } from '../../../src/sessions/end-sessions.js';
import { patience } from '../../patience.js';
import { sized, soak } from '../../soak.js';
import { type ChatServer, chatServer } from './chat-server.js';

const HOUR = 3_600_000;
const CYCLES = sized(6, 1_000);
/** Of the cycles before the first look: nothing is new any more then. */
const FIRST_CYCLES = 4;

/** Over a thousand cycles, who kept the prompts would keep 200 MB, and who kept the environment of a shell alone 20. */
const LARGE_PROMPT = 'x'.repeat(110_000);
const NOISE_KB = 4_000;

const metadata = { requestId: 'r', chatId: 'c', workspace: 'w' };

describe('the cleanup of idle sessions', () => {
  let chats: ChatServer;
  let now = new Date('2026-02-07T08:00:00Z');
  const clock = (): Date => now;
  const pass = (ms: number): void => {
    now = new Date(now.getTime() + ms);
  };
  beforeAll(async () => {
    chats = await chatServer({ config: { shell: 'bash' }, clock });
  });
  afterEach(() => void vi.restoreAllMocks());
  afterAll(() => chats[Symbol.asyncDispose]());

  const open = (chat: string): Promise<string> => chats.manager.getOrCreateSession(chats.address, 'w', chat);
  /** What a shell runs before its first prompt counts as something that runs. */
  const openIdle = async (chat: string): Promise<string> => {
    const name = await open(chat);
    // Before it runs anything it looks idle, too.
    const [pane = ''] = await chats.tmux.command('display-message', '-p', '-t', `=${name}:`, '#{pane_id}');
    await chats.tmux.pane(pane).waitForCursorLine(/[$#] *$/);
    const busy = async (): Promise<boolean | undefined> =>
      (await chats.manager.describeSessions(chats.address)).find((one) => one.sessionName === name)?.busy;
    await expect.poll(busy).toBe(false);
    return name;
  };

  it('ends what was not used for half an hour; fresh and foreign ones stay [M25] [M29] [M40]', async () => {
    await chats.tmux.ensureSession('claude-of-a-person');
    await openIdle('old');
    pass(29 * 60_000);
    await openIdle('fresh');
    pass(60_001);
    const orphans = (await chats.manager.describeSessions(chats.address)).filter(({ orphan }) => orphan);
    expect(orphans.map(({ chatId }) => chatId)).toEqual(['old']);
    expect(await chats.manager.cleanupIdleSessions()).toBe(1);
    expect((await chats.manager.listSessions(chats.address)).toSorted()).toEqual([
      'claude-of-a-person',
      'claude-w-fresh',
      'main',
    ]);
    expect((await chats.store.sessions.list()).map(({ name }) => name)).toEqual(['claude-w-fresh']);
    expect(await chats.manager.cleanupIdleSessions()).toBe(0);
  });

  it('ends nothing in which something runs, unless told to', async () => {
    const person = await open('person');
    const prompt = await open('prompt');
    const pane = async (name: string) =>
      chats.tmux.pane(
        (await chats.tmux.command('display-message', '-p', '-t', `=${name}:`, '#{pane_id}'))[0] ?? '',
      );
    await (await pane(person)).waitForCursorLine(/[$#] *$/);
    // What it says is said behind the command itself: nothing is typed before it reads.
    await (await pane(person)).sendText('sh -c "echo reads; cat"\n');
    await (await pane(person)).waitForText(/^reads$/m);
    const cat = chats.another({ command: ['cat', '{prompt}'] });
    await cat.sendToSession(chats.address, prompt, '-', metadata);
    await (await pane(prompt)).waitForText('$ cat -');
    pass(HOUR);
    const busy = async (): Promise<string[]> =>
      (await chats.manager.describeSessions(chats.address))
        .filter((one) => one.busy)
        .map(({ sessionName }) => sessionName)
        .toSorted();
    await expect.poll(busy).toEqual([person, prompt]);
    await chats.manager.cleanupIdleSessions();
    expect(await chats.manager.listSessions(chats.address)).toEqual(expect.arrayContaining([person, prompt]));
    expect(await chats.manager.cleanupIdleSessions({ busy: true })).toBe(2);
  });

  it('ends nothing where a script of a shell runs in another window; a shell that waits is no reason', async () => {
    const script = await openIdle('script');
    const waiting = await openIdle('waiting');
    const loop = 'tmux wait-for -S loops; while :; do read -t 0.1 x </dev/zero; done';
    for (const name of [script, waiting]) {
      const window = ['new-window', '-d', '-P', '-F', '#{pane_id}', '-t', `=${name}:`, 'bash'] as const;
      const [pane = ''] = await chats.tmux.command(...window);
      await chats.tmux.pane(pane).waitForCursorLine(/[$#] *$/);
    }
    await chats.tmux.command('new-window', '-d', '-t', `=${script}:`, `bash -c '${loop}'; :`);
    await chats.tmux.command('wait-for', 'loops');
    const idle = async (): Promise<boolean | undefined> =>
      (await chats.manager.describeSessions(chats.address)).find((one) => one.sessionName === waiting)?.busy;
    await expect.poll(idle).toBe(false);
    pass(HOUR);
    // The tmux that has told of the loop may need a moment to go.
    const names = ['list-panes', '-s', '-t', `=${script}:`, '-F', '#{pane_current_command}'] as const;
    await expect.poll(async () => new Set(await chats.tmux.command(...names))).toEqual(new Set(['bash']));
    expect(await chats.manager.cleanupIdleSessions()).toBe(1);
    expect(await chats.manager.sessionExists(chats.address, script)).toBe(true);
    expect(await chats.manager.cleanupIdleSessions({ busy: true })).toBe(1);
  });

  it('does not end a session that a person comes to while it looks', async () => {
    const name = await openIdle('visited');
    const screen = await chats.tmux.ensureSession('screen-of-a-visitor');
    const visit = async (): Promise<void> => {
      const args = ['tmux', '-L', chats.address.split('=')[1] ?? '', 'attach-session', '-t', `=${name}`];
      await screen.newWindow({ command: ['env', '-u', 'TMUX', ...args] });
      const clients = () => chats.tmux.command('list-clients', '-t', `=${name}`, '-F', '#{client_name}');
      await expect.poll(async () => (await clients()).join()).toContain('/dev/');
    };
    await using between = await connect(chats.address, patience);
    const request = between.request.bind(between);
    vi.spyOn(between, 'request').mockImplementation(async (commands, options) => {
      if (commands[0]?.[0] === 'if-shell') await visit();
      return request(commands, options);
    });
    const since = now.getTime() + 1;
    expect(await collected(endIdleSessions(between, since, {}))).toEqual([]);
    expect(await chats.manager.sessionExists(chats.address, name)).toBe(true);
    vi.restoreAllMocks();
    expect(await collected(endIdleSessions(between, since, { attached: true, busy: true }))).toEqual([name]);
  });

  it('says how many it has ended, also where the database fails then', async () => {
    await openIdle('unwritten');
    pass(HOUR);
    vi.spyOn(chats.store.sessions, 'replace').mockRejectedValue(new Error('the disk is full'));
    expect(await chats.manager.cleanupIdleSessions()).toBe(1);
    vi.restoreAllMocks();
    expect(await chats.manager.sessionExists(chats.address, 'claude-w-unwritten')).toBe(false);
  });

  it('ends nothing that a person is attached to, unless told to; our own connections are nobody', async () => {
    const watched = await openIdle('watched');
    await openIdle('alone');
    const screen = await chats.tmux.ensureSession('screen-of-a-person');
    const args = ['tmux', '-L', chats.address.split('=')[1] ?? '', 'attach-session', '-t', `=${watched}`];
    await screen.newWindow({ command: ['env', '-u', 'TMUX', ...args] });
    const attached = async (): Promise<boolean | undefined> =>
      (await chats.manager.describeSessions(chats.address)).find(({ sessionName }) => sessionName === watched)
        ?.attached;
    await expect.poll(attached).toBe(true);
    pass(HOUR);
    expect(await chats.manager.cleanupIdleSessions()).toBe(1);
    expect(await chats.manager.sessionExists(chats.address, watched)).toBe(true);
    expect(await chats.manager.cleanupIdleSessions({ attached: true })).toBe(1);
  });

  it('looks at the hosts of the store, too, and goes on past one that cannot be reached [M29] [M30]', async () => {
    await openIdle('of-a-process-before');
    const record = { name: 'claude-w-1', workspace: 'w', chatId: '1', createdAt: now, lastUsedAt: now };
    for (const host of ['ssh://nobody@127.0.0.1:1', 'docker://no-such-container'])
      await chats.store.sessions.put({ ...record, host });
    pass(HOUR);
    const next = chats.another();
    expect(await next.cleanupIdleSessions()).toBe(1);
    expect(await chats.manager.sessionExists(chats.address, 'claude-w-of-a-process-before')).toBe(false);
    await expect(next.listSessions('ssh://nobody@127.0.0.1:1')).rejects.toMatchObject({
      code: 'HOST_UNREACHABLE',
    });
  });

  it('does not end a session that is used while it looks', async () => {
    const rounds = sized(3, 50);
    const names = await Promise.all(Array.from({ length: 3 }, (_, n) => open(`race${n}`)));
    for (let round = 0; round < rounds; round++) {
      pass(HOUR);
      const used = names[round % names.length] ?? '';
      const sending = chats.manager
        .sendToSession(chats.address, used, 'x', { ...metadata, requestId: `race${round}` })
        .then(() => true)
        .catch(() => false);
      await chats.another().cleanupIdleSessions();
      const exists = await chats.manager.sessionExists(chats.address, used);
      expect(await sending).toBe(exists);
      if (exists) await chats.answered(`race${round}`);
      await Promise.all(names.map((_, n) => open(`race${n}`)));
    }
  });

  it('leaves no memory, buffer or setting behind over many cycles of create, use and end [M39] [M40]', {
    timeout: soak ? 3_600_000 : 240_000,
  }, async () => {
    const { manager, address, tmux, store } = chats;
    const cycle = async (n: number): Promise<void> => {
      const name = await open(`cycle${n % 5}`);
      await manager.sendToSession(address, name, LARGE_PROMPT, { ...metadata, requestId: 'before' });
      await manager.sendToSession(address, name, LARGE_PROMPT, { ...metadata, requestId: `cycle${n}` });
      if (n % 3 === 0) await chats.answered(`cycle${n}`);
      if (n % 2 === 0) return manager.killSession(address, name);
      pass(HOUR);
      await manager.cleanupIdleSessions({ busy: true });
    };
    // tmux remembers the last commands, of which ours are long; that is no growth once it has as many as it keeps.
    await tmux.command('set-option', '-s', 'message-limit', '5');
    for (let n = 0; n < FIRST_CYCLES; n++) await cycle(n);
    const before = { left: await whatIsLeft(chats), memory: await memory(chats) };
    for (let n = FIRST_CYCLES; n < FIRST_CYCLES + CYCLES; n++) await cycle(n);
    expect(await manager.describeSessions(address)).toEqual([]);
    expect(await store.sessions.list(address)).toEqual([]);
    expect(await whatIsLeft(chats)).toEqual(before.left);
    const after = await memory(chats);
    expect(after.serverKb - before.memory.serverKb).toBeLessThan(NOISE_KB + CYCLES * 5);
    expect(after.ownKb - before.memory.ownKb).toBeLessThan(NOISE_KB + CYCLES);
  });
});

/** All that tmux keeps from one session to the next. */
async function whatIsLeft({ tmux }: ChatServer): Promise<Readonly<Record<string, readonly string[]>>> {
  const [buffers, options, environment, sessions] = await Promise.all([
    tmux.command('list-buffers', '-F', '#{buffer_name}'),
    tmux.command('show-options', '-g'),
    tmux.command('show-environment', '-g'),
    tmux.command('list-sessions', '-F', '#{session_name}'),
  ]);
  return { buffers, options, environment, sessions };
}

async function memory({ tmux, host }: ChatServer): Promise<{ serverKb: number; ownKb: number }> {
  const { stdout } = await host.run(['ps', '-o', 'rss=', '-p', String(tmux.server?.pid)]);
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return { serverKb: Number(stdout.toString()), ownKb: (heapUsed + external) / 1_024 };
}

async function collected(names: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const name of names) all.push(name);
  return all;
}
