import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer } from '../../../src/server/create-server.js';
import { type OpenServer, openServer } from './open-server.js';
import { StreamClient } from './stream-client.js';

let open: OpenServer;
beforeAll(async () => {
  open = await openServer();
});
afterAll(() => open[Symbol.asyncDispose]());

function connect(token = open.token): Promise<StreamClient> {
  return new StreamClient(open.url, { authorization: `Bearer ${token}` }).opened();
}

function start(command: string): Promise<{ readonly id: string }> {
  return open.call('run.start', { host: open.here.host, command, login: false, interactive: false });
}

describe('streams over one WebSocket', () => {
  it('come together, each with its id, and end by themselves or when they are stopped', async () => {
    await using client = await connect();
    client.say({ type: 'follow', id: 'all', operation: 'event.follow' });
    await client.frame('begun', 'all');
    const { id } = await start('echo one; echo two');
    client.say({ type: 'follow', id: 'log', operation: 'run.follow', input: { run: id } });
    await client.frame('end', 'log');
    const lines = client.items('log').flatMap((item) => (item as { lines?: { text: string }[] }).lines ?? []);
    expect(lines.map(({ text }) => text)).toEqual(['one', 'two']);
    await client.until(() => client.items('all').some((item) => isOf(item, 'run_exit', id)));
    client.say({ type: 'stop', id: 'all' });
    await client.frame('end', 'all');
  });

  it('miss nothing that happens once they have begun, and go on behind what was had', async () => {
    await using first = await connect();
    first.say({ type: 'follow', id: '1', operation: 'event.follow', input: { types: ['run_exit'] } });
    await first.frame('begun', '1');
    const one = await start('exit 1');
    const seen = await first.until(() => first.items('1').find((item) => isOf(item, 'run_exit', one.id)));
    await first[Symbol.asyncDispose]();
    const two = await start('exit 2');
    await open.call('run.wait', { run: two.id, timeoutMs: 60_000 });
    await using second = await connect();
    const since = (seen as { id: number }).id;
    second.say({ type: 'follow', id: '1', operation: 'event.follow', input: { types: ['run_exit'], since } });
    await second.until(() => second.items('1').length > 0);
    expect(second.items('1')[0]).toMatchObject({ type: 'run_exit', target: two.id });
  });

  it('are refused one by one, with a reason, and the others go on', async () => {
    const token = await open.tokenFor('read');
    await using client = await connect(token);
    client.say({ type: 'follow', id: 'all', operation: 'event.follow' });
    await client.frame('begun', 'all');
    const asked = [
      ['none', { operation: 'event.folow' }, 'INVALID_ARGUMENT'],
      ['call', { operation: 'run.list' }, 'INVALID_ARGUMENT'],
      ['input', { operation: 'run.follow', input: { run: 7 } }, 'INVALID_ARGUMENT'],
      ['unknown', { operation: 'run.follow', input: { run: 'nothing-like-that' } }, 'RUN_NOT_FOUND'],
      ['all', { operation: 'event.follow' }, 'INVALID_ARGUMENT'],
    ] as const;
    for (const [id, what, code] of asked) {
      client.say({ type: 'follow', id, ...what });
      const { problem } = await client.frame('error', id);
      expect({ id, code: (problem as { code: string }).code }).toEqual({ id, code });
    }
    for (const nonsense of ['{', 'null', '{"type":"follow"}', '{"type":"stop","id":7}']) {
      const before = client.frames.length;
      client.say(nonsense);
      await client.until(() => client.frames.length > before);
      expect(client.frames.at(-1)).toMatchObject({ type: 'error', problem: { code: 'INVALID_ARGUMENT' } });
    }
    client.say({ type: 'stop', id: 'all' });
    await client.frame('end', 'all');
  });

  it('are not for strangers, nor for pages of another origin', async () => {
    await using stranger = await new StreamClient(open.url, {}).opened();
    expect(stranger.closeCode).toBe(1006);
    const cookie = await open.signIn();
    await using other = await new StreamClient(open.url, { cookie, origin: 'http://127.0.0.1:1' }).opened();
    expect(other.closeCode).toBe(1006);
    await using own = await new StreamClient(open.url, { cookie, origin: open.url }).opened();
    expect(own.closeCode).toBeUndefined();
    expect((await open.fetch('/api/streams')).status).toBe(400);
  });

  it('end with the token that opened them, and say why', async () => {
    const tokens = await open.here.runtime.tokens();
    const { secret, record } = await tokens.create({
      name: 'short',
      scopes: ['read'],
      reach: { hosts: ['*'] },
    });
    await using client = await connect(secret);
    client.say({ type: 'follow', id: 'all', operation: 'event.follow' });
    await client.frame('begun', 'all');
    await tokens.revoke(record.id);
    const { problem } = await client.frame('error');
    expect(problem).toMatchObject({ code: 'UNAUTHENTICATED', detail: 'The token was revoked.' });
    await client.until(() => client.closeCode !== undefined);
    expect(client.closeCode).toBe(1008);
  });

  it('are told when the server stops, which does not wait for them', async () => {
    await using runtime = open.here.another();
    const stateFolder = `${open.here.folder}/second`;
    await using server = await createServer({ runtime, port: 0, stateFolder });
    await using client = await new StreamClient(server.url, {
      authorization: `Bearer ${open.token}`,
    }).opened();
    client.say({ type: 'follow', id: 'all', operation: 'event.follow' });
    await client.frame('begun', 'all');
    await server.close();
    await client.until(() => client.closeCode !== undefined);
    expect(client.closeCode).toBe(1001);
    expect(client.frames.map(({ type }) => type)).toContain('closing');
  });
});

function isOf(item: unknown, type: string, target: string): boolean {
  const event = item as { readonly type: string; readonly target?: string };
  return event.type === type && event.target === target;
}
