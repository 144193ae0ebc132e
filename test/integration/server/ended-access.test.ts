import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compiledProgram } from '../compiled-source.js';
import { type OpenServer, openServer } from './open-server.js';
import { sseEvents } from './sse-client.js';
import { TerminalClient } from './terminal-client.js';

const run = promisify(execFile);
const long = { timeout: 120_000 };

let open: OpenServer;
let mux: string;

beforeAll(async () => {
  mux = await compiledProgram(new URL('../../../src/cli/main.ts', import.meta.url));
  open = await openServer();
  await open.here.tmux.command('new-session', '-d', '-s', 'shown', 'cat');
}, 300_000);

afterAll(async () => {
  await open[Symbol.asyncDispose]();
});

type Headers = Readonly<Record<string, string>>;

const revoked = { code: 'UNAUTHENTICATED', detail: 'The token was revoked.' };

async function token(lifetimeMs?: number): Promise<{ readonly id: string; readonly headers: Headers }> {
  const tokens = await open.here.runtime.tokens();
  const { secret, record } = await tokens.create({
    name: 'holder',
    scopes: ['control'],
    reach: { hosts: ['*'] },
    lifetimeMs,
  });
  return { id: record.id, headers: { authorization: `Bearer ${secret}` } };
}

/** A stream that is open: its last event, when it ends. */
async function openStream(
  headers: Headers,
  path = '/api/events',
): Promise<{ readonly last: Promise<unknown> }> {
  const events = sseEvents(await fetch(open.url + path, { headers }));
  const read = async (): Promise<unknown> => {
    let last: unknown;
    for await (const event of events) last = event;
    return last;
  };
  return { last: read() };
}

async function openTerminal(headers: Headers): Promise<TerminalClient> {
  const query = { target: 'shown:0.0', host: open.here.host, mode: 'control' };
  const viewer = new TerminalClient(open.url, query, { headers });
  await viewer.frame('hello');
  return viewer;
}

/** A session of a model, with a stream of what it is told and a call that waits. */
async function openModel(
  headers: Headers,
): Promise<{ readonly stream: Promise<string>; readonly waiting: Promise<string> }> {
  const send = (body: unknown, more: Headers = {}): Promise<Response> =>
    fetch(`${open.url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
        ...more,
      },
      body: JSON.stringify(body),
    });
  const clientInfo = { name: 'by hand', version: '1' };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  const begun = await send({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
  await begun.text();
  const session = { 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '' };
  await (await send({ jsonrpc: '2.0', method: 'notifications/initialized' }, session)).text();
  const streamed = await fetch(`${open.url}/mcp`, {
    headers: { accept: 'text/event-stream', ...headers, ...session },
  });
  const input = { target: 'shown:0.0', host: open.here.host, text: 'never printed', timeoutMs: 200_000 };
  const call = { name: 'pane_wait', arguments: input };
  const waiting = await send({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: call }, session);
  expect([begun.status, streamed.status, waiting.status]).toEqual([200, 200, 200]);
  return { stream: streamed.text(), waiting: waiting.text() };
}

describe('what a token opened', () => {
  it('ends in the moment in which it is revoked, and says why', long, async () => {
    const { id, headers } = await token();
    const streams = await Promise.all([
      openStream(headers),
      openStream(headers, `/api/operations/pane.watch?target=shown:0.0&host=${open.here.host}`),
    ]);
    await using viewer = await openTerminal(headers);
    const model = await openModel(headers);
    await open.call('token.revoke', { token: id });
    for (const { last } of streams) expect(await last).toMatchObject({ event: 'error', ...revoked });
    expect(await viewer.frame('error')).toMatchObject({
      code: 'UNAUTHENTICATED',
      message: 'The token was revoked.',
    });
    expect(await viewer.until(() => viewer.closeCode)).toBe(1008);
    expect(await model.waiting).toContain('The token was revoked.');
    await model.stream;
  });

  it('lets nothing through that is typed after that', long, async () => {
    const { id, headers } = await token();
    await using viewer = await openTerminal(headers);
    viewer.type('before ');
    await viewer.until(() => viewer.text.includes('before'));
    await (await open.here.runtime.tokens()).revoke(id);
    await viewer.frame('error');
    viewer.type('after ');
    await viewer.until(() => viewer.closeCode);
    await using other = await openTerminal((await token()).headers);
    other.type('other ');
    await other.until(() => other.text.includes('other'));
    expect(other.text).not.toContain('after');
  });

  it('ends also where another process revokes it', long, async () => {
    const { id, headers } = await token();
    const stream = await openStream(headers);
    await using viewer = await openTerminal(headers);
    await run(process.execPath, [mux, 'token', 'revoke', id]);
    expect(await stream.last).toMatchObject(revoked);
    expect(await viewer.until(() => viewer.closeCode)).toBe(1008);
  });

  it('ends when its time is over', long, async () => {
    const { headers } = await token(5_000);
    const stream = await openStream(headers);
    await using viewer = await openTerminal(headers);
    expect(await stream.last).toMatchObject({ code: 'UNAUTHENTICATED', detail: 'The token has expired.' });
    expect(await viewer.frame('error')).toMatchObject({ message: 'The token has expired.' });
  });

  it('gives up a call that waits, with a status', long, async () => {
    const { id, headers } = await token();
    const { tmux, host } = open.here;
    await tmux.command('new-session', '-d', '-s', 'waited', 'cat');
    // Who waits for a text attaches to the session.
    await tmux.command('set-hook', '-t', 'waited', 'client-attached', 'wait-for -S attached');
    const input = { target: 'waited:0.0', host, text: 'never printed', timeoutMs: 200_000 };
    const waiting = fetch(`${open.url}/api/operations/pane.wait`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(input),
    });
    await tmux.command('wait-for', 'attached');
    await open.call('token.revoke', { token: id });
    const answer = await waiting;
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject(revoked);
  });

  it('goes on where another token is revoked', long, async () => {
    const [gone, kept] = [await token(), await token()];
    const stream = await openStream(kept.headers, '/api/events?types=token_revoked');
    await using viewer = await openTerminal(kept.headers);
    await open.call('token.revoke', { token: gone.id });
    viewer.type('still here');
    await viewer.until(() => viewer.text.includes('still here'));
    await open.call('token.revoke', { token: kept.id });
    expect(await stream.last).toMatchObject(revoked);
  });
});

describe('what a browser opened', () => {
  it('ends when it signs out, and what another browser opened does not', long, async () => {
    const [leaving, staying] = [await open.signIn(), await open.signIn()];
    const headers = { cookie: leaving, origin: open.url };
    const stream = await openStream(headers);
    await using viewer = await openTerminal(headers);
    await using other = await openTerminal({ cookie: staying, origin: open.url });
    expect((await fetch(`${open.url}/logout`, { method: 'POST', headers })).status).toBe(204);
    expect(await stream.last).toMatchObject({ code: 'UNAUTHENTICATED', detail: 'The session was revoked.' });
    expect(await viewer.until(() => viewer.closeCode)).toBe(1008);
    other.type('stays');
    await other.until(() => other.text.includes('stays'));
  });

  it('ends with the token that it was let in by', long, async () => {
    const tokens = await open.here.runtime.tokens();
    const { record } = await tokens.create({ name: 'guest', scopes: ['read'], reach: { hosts: ['*'] } });
    const guest = { kind: 'session', name: 'guest', scopes: ['read'], parent: record.id } as const;
    const { secret } = await tokens.create(guest);
    const stream = await openStream({ cookie: `muxwright_session=${secret}` });
    await open.call('token.revoke', { token: record.id });
    expect(await stream.last).toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});
