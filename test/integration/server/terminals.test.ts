import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Pane } from '../../../src/tmux/pane.js';
import { type OpenServer, openServer } from './open-server.js';
import { TerminalClient, type TerminalClientOptions } from './terminal-client.js';

let open: OpenServer;
beforeAll(async () => {
  open = await openServer();
});
afterAll(() => open[Symbol.asyncDispose]());

async function start(...command: string[]): Promise<Pane> {
  const session = await open.here.tmux.ensureSession(`terminal-${sessions++}`, { command });
  const found = (await open.here.tmux.panes()).find(({ sessionId }) => sessionId === session.id);
  return open.here.tmux.pane(found?.id ?? '');
}
let sessions = 0;

function view(pane: Pane, mode: string, options: TerminalClientOptions = {}): TerminalClient {
  const query = { target: pane.id, host: open.here.host, mode };
  return new TerminalClient(open.url, query, { token: open.token, ...options });
}

describe('a terminal over a WebSocket', () => {
  it('is painted, shows what is printed, and takes what is typed', async () => {
    const pane = await start('sh', '-c', 'printf "\\033[1mready\\033[0m "; exec cat');
    await pane.waitForText('ready', { timeoutMs: 120_000 });
    await using client = view(pane, 'control');
    expect(await client.frame('hello')).toEqual({
      type: 'hello',
      target: pane.id,
      paneId: pane.id,
      host: open.here.host,
      cols: 80,
      rows: 24,
      title: expect.any(String),
      mode: 'control',
    });
    await client.until(() => client.text.includes('\x1b[1mready'));
    client.type('héllo 日本\r');
    await client.until(() => client.text.includes('héllo 日本\r\n'));
    await pane.waitForText('héllo 日本\nhéllo 日本', { timeoutMs: 120_000 });
    const { entries } = await open.call('audit.list', {});
    expect(entries).toContainEqual(
      expect.objectContaining({ action: 'terminal.control', target: pane.id, outcome: 'ok' }),
    );
  });

  it('lets those who may only read look, and tells them that they may not type', async () => {
    const pane = await start('cat');
    const token = await open.tokenFor('read');
    await using client = view(pane, 'control', { token });
    expect(await client.frame('hello')).toMatchObject({ mode: 'view' });
    client.type('rm -rf\r');
    expect(await client.frame('error')).toMatchObject({ code: 'FORBIDDEN' });
    client.say({ type: 'resize', cols: 40, rows: 10 });
    await client.until(() => client.frames.filter(({ type }) => type === 'error').length === 2);
    const { rows, width } = await pane.screen();
    expect({ text: rows.join('').trim(), width }).toEqual({ text: '', width: 80 });
  });

  it('is refused to those who say nothing, say something wrong, or come from another page', async () => {
    const pane = await start('cat');
    const cookie = await open.signIn();
    const { host } = new URL(open.url);
    const attempts: [TerminalClientOptions, number | undefined][] = [
      [{ token: undefined as never }, 401],
      [{ token: `mux_000000000000_${'a'.repeat(43)}` }, 401],
      [{ headers: { origin: 'http://evil.example' } }, 403],
      [{ headers: { host: 'evil.example' } }, 403],
      [{ token: undefined as never, headers: { cookie, origin: 'http://evil.example' } }, 403],
      [{ token: undefined as never, headers: { cookie } }, 403],
      [{ token: undefined as never, headers: { cookie, origin: `http://${host}` } }, undefined],
    ];
    for (const [options, status] of attempts) {
      await using client = view(pane, 'view', options);
      const answer = await client.until(() => client.refused ?? client.frames[0]?.type);
      expect(answer).toBe(status ?? 'hello');
    }
  });

  it('says what is wrong with a target, a query and a message', async () => {
    await using lost = new TerminalClient(
      open.url,
      { target: '%999', host: open.here.host },
      { token: open.token },
    );
    expect(await lost.frame('error')).toMatchObject({ code: 'PANE_NOT_FOUND' });
    await lost.frame('closed');
    await lost.until(() => lost.closeCode !== undefined);
    for (const query of ['', 'target=%251&mode=own', 'target=%251&history=all', 'target=%251&host=']) {
      const response = await open.fetch(`/api/terminals?${query}`);
      expect([query, response.status]).toEqual([query, 400]);
    }
    expect((await open.fetch('/api/terminals?target=%251')).status).toBe(400);
    const pane = await start('cat');
    await using client = view(pane, 'control');
    await client.frame('hello');
    client.socket.send('{"type":');
    expect(await client.frame('error')).toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  it('ends with its pane', async () => {
    const pane = await start('cat');
    await using client = view(pane, 'view');
    await client.frame('hello');
    await pane.kill();
    expect(await client.frame('closed')).toEqual({ type: 'closed', reason: 'pane-exited' });
    expect(await client.until(() => client.closeCode)).toBe(1000);
  });
});

describe('the server', () => {
  it('tells viewers when it stops, and does not wait for those who are gone', async () => {
    const other = await openServer();
    const session = await other.here.tmux.ensureSession('work', { command: ['cat'] });
    const found = (await other.here.tmux.panes()).find(({ sessionId }) => sessionId === session.id);
    const query = { target: found?.id ?? '', host: other.here.host };
    await using client = new TerminalClient(other.url, query, { token: other.token });
    await using stuck = new TerminalClient(other.url, query, { token: other.token });
    await Promise.all([client.frame('hello'), stuck.frame('hello')]);
    stuck.socket.pause();
    await other[Symbol.asyncDispose]();
    expect(await client.frame('closed')).toEqual({ type: 'closed', reason: 'closed' });
    expect(await client.until(() => client.closeCode)).toBe(1001);
    stuck.socket.resume();
  });
});
