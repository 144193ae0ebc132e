import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { StreamClient } from '../integration/server/stream-client.js';
import { TerminalClient } from '../integration/server/terminal-client.js';
import { openReachBed, type ReachBed } from './reach-bed.js';

let bed: ReachBed;
let token: string;
let run: string;
beforeAll(async () => {
  bed = await openReachBed();
  const folder = join(bed.open.here.folder, 'config', 'muxwright');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'muxwright.yaml'), 'server:\n  max_connections: 3\n  max_streams: 4\n');
  const { applied } = await bed.open.server.reload();
  expect(applied).toEqual(['server.maxConnections', 'server.maxStreams']);
  const { host } = bed.open.here;
  const start = { host, command: 'sleep 600', login: false, interactive: false };
  run = (await bed.open.call('run.start', start)).id;
});
beforeEach(async () => {
  token = await bed.token();
});
afterAll(() => bed[Symbol.asyncDispose]());

function headers(): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

function events(signal: AbortSignal): Promise<Response> {
  return bed.open.fetch('/api/events', { headers: headers(), signal });
}

function initialize(): Promise<Response> {
  const clientInfo = { name: 'by hand', version: '1' };
  return bed.open.fetch('/mcp', {
    method: 'POST',
    headers: {
      ...headers(),
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo },
    }),
  });
}

async function codeOf(response: Response): Promise<unknown> {
  return ((await response.json()) as { code?: unknown }).code;
}

/** Asks again until there is room: a server learns a moment later that a client has gone. */
async function until(status: number, ask: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const response = await ask();
    if (response.status === status) return response;
    await response.body?.cancel();
  }
}

describe('one token', () => {
  it('has so many connections at most, of whatever kind, and others have theirs', async () => {
    await using sockets = new StreamClient(bed.open.url, headers());
    await sockets.opened();
    using ending = new Ending();
    expect((await events(ending.signal)).status).toBe(200);
    const model = await initialize();
    expect(model.status).toBe(200);
    await model.text();

    const refused = await events(ending.signal);
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({
      code: 'TOO_MANY_CONNECTIONS',
      suggestion: expect.stringContaining('max_connections'),
    });
    expect(await codeOf(await initialize())).toBe('TOO_MANY_CONNECTIONS');
    await using terminal = new TerminalClient(bed.open.url, { target: run }, { token });
    expect(await terminal.until(() => terminal.refused)).toBe(429);
    // What stays open no longer than its answer is no connection.
    expect((await bed.as(token, 'run.status', { run })).state).toBe('running');

    token = await bed.token();
    await using another = new TerminalClient(bed.open.url, { target: run }, { token });
    await another.until(() => another.frames.length > 0);
  });

  it('gets room again when something of it has ended', async () => {
    const endings = [new Ending(), new Ending(), new Ending()];
    for (const { signal } of endings) expect((await events(signal)).status).toBe(200);
    expect((await events(new Ending().signal)).status).toBe(429);
    endings[0]?.[Symbol.dispose]();
    using last = new Ending();
    await until(200, () => events(last.signal));
    for (const ending of endings) ending[Symbol.dispose]();
  });

  it('follows so many streams at most, over all its connections, waits included', async () => {
    await using one = new StreamClient(bed.open.url, headers());
    await using two = new StreamClient(bed.open.url, headers());
    await Promise.all([one.opened(), two.opened()]);
    const follow = (client: StreamClient, id: string): void =>
      client.say({ type: 'follow', id, operation: 'run.follow', input: { run } });
    for (const id of ['1', '2', '3']) follow(one, id);
    await Promise.all(['1', '2', '3'].map((id) => one.frame('begun', id)));
    follow(two, '4');
    await two.frame('begun', '4');
    follow(two, '5');
    expect((await two.frame('error', '5')).problem).toMatchObject({ code: 'TOO_MANY_STREAMS', status: 429 });
    expect((await bed.as(token, 'run.wait', { run, timeoutMs: 1 })).code).toBe('TOO_MANY_STREAMS');
    one.say({ type: 'stop', id: '1' });
    await one.frame('end', '1');
    expect((await bed.as(token, 'run.wait', { run, timeoutMs: 1 })).code).toBe('TIMEOUT');
    // Another token is not held up by it.
    expect((await bed.as(await bed.token(), 'run.wait', { run, timeoutMs: 1 })).code).toBe('TIMEOUT');
  });

  it('counts the browsers that it let in', async () => {
    const { token: secret } = await bed.open.call('token.create', { name: 'browsers' });
    const { link } = await bed.open.call('token.link', { token: 'browsers' });
    const { pathname, search, origin } = new URL(link);
    const login = await fetch(origin + pathname + search, { redirect: 'manual' });
    const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    using ending = new Ending();
    token = secret;
    for (const _ of [1, 2]) expect((await events(ending.signal)).status).toBe(200);
    const browse = (): Promise<Response> =>
      bed.open.fetch('/api/events', { headers: { cookie }, signal: ending.signal });
    expect((await browse()).status).toBe(200);
    expect((await browse()).status).toBe(429);
  });

  it('has nothing open any more when it was revoked', async () => {
    const { id, token: secret } = await bed.open.call('token.create', { name: 'short' });
    token = secret;
    await using sockets = new StreamClient(bed.open.url, headers());
    await sockets.opened();
    await bed.open.call('token.revoke', { token: id });
    expect(await sockets.until(() => sockets.closeCode)).toBe(1008);
    expect((await events(new Ending().signal)).status).toBe(401);
  });
});

/** Ends requests at the end of a test. */
class Ending implements Disposable {
  readonly #controller = new AbortController();
  readonly signal = this.#controller.signal;

  [Symbol.dispose](): void {
    this.#controller.abort();
  }
}
