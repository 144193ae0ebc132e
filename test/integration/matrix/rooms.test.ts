import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { debianImage } from '../../../src/testing/debian-image.js';
import { dockerContext } from '../docker-context.js';
import { chatServer } from '../sessions/chat-server.js';
import { container, type OpenPlace } from '../tmux/places.js';
import { openWorkers } from '../workers/open-workers.js';

const HOUR = 3_600_000;

/** What sessions and workers have tmux do by itself, on the tmux versions of Debian's releases. */
describe.each(['trixie', 'forky'])('with the tmux of Debian %s', (suite) => {
  let place: OpenPlace;
  beforeAll(async () => {
    place = await container(suite, () => debianImage(suite, dockerContext())).open();
  });
  afterAll(() => place[Symbol.asyncDispose]());

  it.each(['bash', 'sh'])(
    'a session with %s is made once, takes prompts in their order, exactly, and one that waits',
    async (shell) => {
      await using chats = await chatServer({ place, config: { shell }, maxSessionsPerContainer: 2 });
      const { address, manager, tmux } = chats;
      const managers = [manager, chats.another(), chats.another()];
      const names = await Promise.all(managers.map((one) => one.getOrCreateSession(address, 'w', 1)));
      expect(new Set(names)).toEqual(new Set(['claude-w-1']));
      await manager.getOrCreateSession(address, 'w', 2);
      await expect(manager.getOrCreateSession(address, 'w', 3)).rejects.toMatchObject({
        code: 'SESSION_LIMIT_REACHED',
      });
      const prompts = [
        'one',
        "two\n'lines' \\ $x `y` !!",
        '-\x1b[2J\x03é🙂 #{pid} ;',
        'x'.repeat(50_000),
        'end',
      ];
      for (const [n, prompt] of prompts.entries()) {
        const sender = managers[n % managers.length] ?? manager;
        await sender.sendToSession(address, 'claude-w-1', prompt, metadata(`${n}`));
      }
      await chats.answered('4');
      // At the prompt, and behind what a person runs.
      await expect.poll(async () => (await manager.describeSessions(address))[0]?.busy).toBe(false);
      const [id = ''] = await tmux.command('display-message', '-p', '-t', '=claude-w-1:', '#{pane_id}');
      await tmux.pane(id).sendText("sh -c 'echo up $((1+1)); read x'\n");
      await tmux.pane(id).waitForText(/^up 2/m);
      const { status } = await manager.sendToSession(address, 'claude-w-1', 'behind', metadata('5'));
      expect(status).toBe('queued');
      await tmux.pane(id).sendText('\n');
      await chats.answered('5');
      const arrived = (await chats.requests('c')).map(({ argv }) => argv[1]);
      expect(arrived).toEqual([...prompts, 'behind']);
      expect(await tmux.command('list-buffers')).toEqual([]);
    },
  );

  it('cleanup ends idle sessions, and none in which something runs or a person is', async () => {
    let now = new Date('2026-02-07T08:00:00Z');
    await using chats = await chatServer({ place, config: { shell: 'bash' }, clock: () => now });
    const { address, manager, tmux } = chats;
    for (const chat of ['idle', 'busy', 'watched']) await manager.getOrCreateSession(address, 'w', chat);
    const cat = chats.another({ command: ['cat', '{prompt}'] });
    await cat.sendToSession(address, 'claude-w-busy', '-', metadata('r'));
    const screen = await tmux.ensureSession('screen-of-a-person');
    const attach = ['tmux', '-L', address.split('=')[1] ?? '', 'attach-session', '-t', '=claude-w-watched'];
    await screen.newWindow({ command: ['env', '-u', 'TMUX', ...attach] });
    const seen = async (): Promise<unknown> =>
      (await manager.describeSessions(address)).map(({ chatId, busy, attached }) => [chatId, busy, attached]);
    await expect.poll(seen).toEqual([
      ['busy', true, false],
      ['idle', false, false],
      ['watched', false, true],
    ]);
    now = new Date(now.getTime() + HOUR);
    expect(await manager.cleanupIdleSessions()).toBe(1);
    expect((await manager.listSessions(address)).toSorted()).toEqual([
      'claude-w-busy',
      'claude-w-watched',
      'main',
      'screen-of-a-person',
    ]);
    expect(await manager.cleanupIdleSessions({ busy: true, attached: true })).toBe(2);
  });

  it('workers are spawned, listed, talked to, killed with their session, and come back after a crash', async () => {
    await using open = await openWorkers(place);
    const { workers, tmux, session } = open;
    await open.spawnEcho('one');
    await open.spawnEcho('two');
    await workers.send('two', 'correct-horse', { secret: true });
    expect((await workers.wait('two', { text: /^got/ })).line).toBe('got ****');
    expect((await workers.ls()).map(({ name, state }) => [name, state])).toEqual([
      ['one', 'running'],
      ['two', 'running'],
    ]);
    expect(await workers.kill('one')).toMatchObject({ wasRunning: true, session: { killed: false } });
    expect(await workers.kill('two')).toMatchObject({ wasRunning: true, session: { killed: true } });
    expect(await tmux.findSession(session)).toBeUndefined();
    await workers.respawn('two', { readyWait: { pattern: 'ready' } });
    await tmux.killServer();
    expect((await workers.ls()).map(({ name, state }) => [name, state])).toEqual([
      ['one', 'stopped'],
      ['two', 'stopped'],
    ]);
    await workers.respawn('one', { readyWait: { pattern: 'ready' } });
    await workers.send('one', 'again');
    expect((await workers.wait('one', { text: /^got/ })).line).toBe('got again');
    expect(await workers.clean({ all: true })).toEqual({ cleaned: ['two'], kept: [] });
    const { stdout } = await open.server.host.script('cat "$1"/runs/*.log', [open.folder]);
    expect(stdout.toString()).not.toContain('correct-horse');
  });
});

function metadata(requestId: string): { requestId: string; chatId: string; workspace: string } {
  return { requestId, chatId: 'c', workspace: 'w' };
}
