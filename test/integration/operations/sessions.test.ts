import { describe, expect, it } from 'vitest';
import { installClaude, readRequests } from '../sessions/chat-server.js';
import { type OpenOperations, openOperations } from './open-operations.js';

describe('the operations of chat sessions', () => {
  it('open one, have it answer, list it and end it', async () => {
    await using open = await openChats();
    const { call, host } = open;
    const chat = { host, workspace: 'cc-bridge', chatId: 123456789 };
    const { sessionName } = await call('session.open', chat);
    expect(sessionName).toBe('claude-cc-bridge-123456789');
    expect(await call('session.open', { ...chat, chatId: '123456789' })).toEqual({ sessionName, host });
    // To a shell that is still starting a prompt is not submitted, but queued.
    await call('pane.wait', { target: `${sessionName}:`, host, regex: '[$#] ?$' });
    const sent = await call('session.send', {
      host,
      sessionName,
      prompt: "it's 'quoted'\n$HOME",
      requestId: 'r1',
    });
    expect(sent).toMatchObject({ requestId: 'r1', sessionName, status: 'submitted' });
    await answered(open, 'r1');
    const [request] = await readRequests(open.server.host, `${open.folder}/log-123456789`);
    expect(request).toEqual({
      argv: ['-p', "it's 'quoted'\n$HOME"],
      requestId: 'r1',
      chatId: '123456789',
      workspace: 'cc-bridge',
    });
    expect(await call('session.list', { host })).toMatchObject({
      host,
      sessions: [{ sessionName, workspace: 'cc-bridge', chatId: '123456789', queued: 0, attached: false }],
      names: expect.arrayContaining(['main', sessionName]),
      hasMore: false,
    });
    expect(await call('session.exists', { host, sessionName })).toEqual({ sessionName, exists: true });
    expect(await call('session.exists', { host, sessionName: 'claude' })).toMatchObject({ exists: false });
    expect(await call('session.kill', { host, sessionName })).toEqual({ sessionName });
    expect(await call('session.kill', { host, sessionName })).toEqual({ sessionName });
    expect(await call('session.exists', { host, sessionName })).toMatchObject({ exists: false });
  });

  it('run the command that is asked for, with the variables that are given', async () => {
    await using open = await openChats();
    const { host } = open;
    const { sessionName } = await open.call('session.open', { host, workspace: 'w', chatId: '7' });
    const command = ['claude', '--print', '{prompt}'];
    const metadata = { requestId: 'r2', chatId: 'other', workspace: 'elsewhere' };
    await open.call('session.send', { host, sessionName, prompt: 'hello', command, ...metadata });
    await answered(open, 'r2');
    expect(await readRequests(open.server.host, `${open.folder}/log-other`)).toEqual([
      { argv: ['--print', 'hello'], ...metadata },
    ]);
    const { requestId } = await open.call('session.send', { host, sessionName, prompt: 'x' });
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
    await answered(open, requestId);
  });

  it('keep to the limit, and clean up what is idle on all hosts that are known', async () => {
    await using open = await openChats();
    const { host } = open;
    const limit = 2;
    for (const chatId of [1, 2]) await open.call('session.open', { host, workspace: 'w', chatId, limit });
    expect(await open.fails('session.open', { host, workspace: 'w', chatId: 3, limit })).toMatchObject({
      code: 'SESSION_LIMIT_REACHED',
    });
    expect(await open.call('session.list', { host, limit: 1 })).toMatchObject({
      sessions: [expect.anything()],
      hasMore: true,
      nextCursor: '1',
    });
    expect(await open.call('session.cleanup')).toEqual({ ended: 0 });
    await using by = open.another();
    // A shell that has just been started is still busy with that.
    const namesAfterCleanup = async (): Promise<string[]> => {
      await open.call('session.cleanup', { idleMs: 0 }, { by });
      return (await open.call('session.list', { host })).names;
    };
    await expect.poll(namesAfterCleanup).toEqual(['main']);
  });

  it.each([
    ['session.send', { sessionName: 'claude-none-1', prompt: 'x' }, 'SESSION_NOT_FOUND'],
    ['session.send', { sessionName: 'main', prompt: 'x' }, 'SHELL_NOT_INTEGRATED'],
    ['session.send', { sessionName: 'claude-w-1', prompt: 'x', command: 'no place' }, 'INVALID_ARGUMENT'],
    ['session.send', { sessionName: 'claude-w-1', prompt: 'a\0b' }, 'INVALID_ARGUMENT'],
    ['session.send', { sessionName: 'claude-w-1', prompt: 'x'.repeat(130_000) }, 'TEXT_TOO_LONG'],
    ['session.open', { workspace: 'w', chatId: 1.5 }, 'INVALID_ARGUMENT'],
    ['session.open', { workspace: '', chatId: 1 }, 'INVALID_ARGUMENT'],
    ['session.list', { host: 'docker://nobody' }, 'DOCKER_UNAVAILABLE'],
    ['session.list', { host: '?' }, 'INVALID_ADDRESS'],
  ])('%s refuses %j with %s', async (name, input, code) => {
    await using open = await openOperations();
    const error = await open.fails(name, { host: open.host, ...input });
    expect(error).toMatchObject({ code });
    expect((await open.tmux.sessions()).map((session) => session.name)).toEqual(['main']);
  });
});

/** With a `claude` on the path of the sessions that writes down what it is given. */
async function openChats(): Promise<OpenOperations> {
  const open = await openOperations();
  await installClaude(open.server.host, open.folder);
  await open.tmux.globalEnvironment.set('PATH', `${open.folder}:${process.env.PATH}`);
  await open.tmux.globalEnvironment.set('HOME', `${open.folder}/home`);
  await open.tmux.globalEnvironment.set('SHELL', '/bin/sh');
  return open;
}

async function answered({ server }: OpenOperations, requestId: string): Promise<void> {
  const argv = ['tmux', '-L', server.socket, 'wait-for', `answered ${requestId}`];
  await server.host.run(argv, { timeoutMs: 60_000 });
}
