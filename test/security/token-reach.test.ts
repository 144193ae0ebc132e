import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allOperations, families } from '../../src/operations/families.js';
import type { Operation } from '../../src/operations/operation.js';
import { operationScopes } from '../../src/operations/tokens/operation-scopes.js';
import { type IsolatedTmux, isolatedTmux } from '../../src/testing/isolated-tmux.js';
import { muxHere } from '../integration/operations/mux-here.js';
import { StreamClient } from '../integration/server/stream-client.js';
import { TerminalClient } from '../integration/server/terminal-client.js';
import { openReachBed, type ReachBed } from './reach-bed.js';

const SSH = 'ssh://root@192.0.2.1';

let bed: ReachBed;
let operations: readonly Operation[];
beforeAll(async () => {
  bed = await openReachBed();
  const own: readonly string[] = [...(await families.token.load()), ...(await families.audit.load())].map(
    ({ name }) => name,
  );
  operations = (await allOperations()).filter(
    ({ faces, name }) => faces.includes('http') && !own.includes(name),
  );
});
afterAll(() => bed[Symbol.asyncDispose]());

/** The same call at another place, where the operation can be told one. */
function elsewhere({ input, examples }: Operation, host: string): object | undefined {
  const given = { ...(examples[0]?.input as Readonly<Record<string, unknown>>) };
  if ('host' in input.shape && !('hosts' in input.shape)) return { ...given, host };
  return 'hosts' in input.shape ? { ...given, hosts: [host] } : undefined;
}

async function refusedOver(path: string, token: string, init: RequestInit = {}): Promise<string> {
  const response = await bed.open.fetch(path, {
    ...init,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });
  const body = (await response.json()) as { readonly code?: string };
  return `${response.status} ${body.code}`;
}

describe('a token that names no host', () => {
  it.each([SSH, 'SSH://root@192.0.2.1:22', ' ssh://192.0.2.1?socket=x'])(
    'makes no operation open %j, and starts no SSH client',
    async (host) => {
      const token = await bed.token({ scopes: ['control'] });
      const tried: string[] = [];
      for (const operation of operations) {
        // Who administers reaches every host.
        if (operationScopes.admin.includes(operation.name)) continue;
        const input = elsewhere(operation, host);
        if (input === undefined) continue;
        const { code, events } = await bed.as(token, operation.name, input);
        tried.push(`${operation.name}: ${code ?? events}`);
      }
      expect(tried.filter((line) => !line.endsWith(': HOST_NOT_ALLOWED'))).toEqual([]);
      expect(tried.length).toBeGreaterThan(40);
      expect(await bed.sshStarts()).toEqual([]);
    },
  );

  it('opens no new host by a terminal, an event stream, a hook or a stream of a WebSocket', async () => {
    const token = await bed.token({ scopes: ['control'] });
    const host = encodeURIComponent(SSH);
    const refused = '403 HOST_NOT_ALLOWED';
    expect(await refusedOver(`/api/events?host=${host}`, token)).toBe(refused);
    expect(await refusedOver(`/api/events?target=%251&types=output&host=${host}`, token)).toBe(refused);
    expect(await refusedOver(`/api/operations/pane.activity?hosts=${host}`, token)).toBe(refused);
    const body = JSON.stringify({ session_id: 's-1', tmux_pane: '%1', cwd: '/' });
    expect(await refusedOver(`/hook/session-start?host=${host}`, token, { method: 'POST', body })).toBe(
      refused,
    );
    await using terminal = new TerminalClient(bed.open.url, { target: '%1', host: SSH }, { token });
    expect(await terminal.until(() => terminal.refused)).toBe(403);
    await using client = new StreamClient(bed.open.url, { authorization: `Bearer ${token}` });
    await client.opened();
    client.say({ type: 'follow', id: 'a', operation: 'pane.watch', input: { target: '%1', host: SSH } });
    client.say({ type: 'follow', id: 'b', operation: 'event.follow', input: { host: SSH } });
    for (const id of ['a', 'b'])
      expect((await client.frame('error', id)).problem).toMatchObject({ code: 'HOST_NOT_ALLOWED' });
    expect(await bed.sshStarts()).toEqual([]);
    // Nothing of this made the host one that is known.
    const { hosts } = await bed.open.call('host.list');
    expect(JSON.stringify(hosts)).not.toContain('192.0.2.1');
  });

  it('says what is wrong, and what to do', async () => {
    const problem = await bed.as(await bed.token(), 'pane.list', { host: SSH });
    expect(problem).toMatchObject({
      status: 403,
      code: 'HOST_NOT_ALLOWED',
      detail: `The token may not reach '${SSH}': it is not a host known to muxwright.`,
      suggestion: `Use a token created with: mux token create NAME --host '${SSH}'.`,
    });
  });

  it('reaches another tmux server of this machine when something of the owner is on it', async () => {
    await using other = await isolatedTmux();
    const token = await bed.token();
    expect((await bed.as(token, 'pane.list', { host: other.address })).code).toBe('HOST_NOT_ALLOWED');
    const { id } = await bed.open.call('run.start', {
      host: other.address,
      command: 'sleep 600',
      login: false,
    });
    expect((await bed.as(token, 'pane.list', { host: other.address })).host).toBe(other.address);
    expect((await bed.as(token, 'run.status', { run: id })).state).toBe('running');
    await bed.open.call('run.end', { run: id });
  });

  it('reaches a host of the configuration as soon as that names it', async () => {
    const token = await bed.token();
    await using other = await isolatedTmux();
    const folder = join(bed.open.here.folder, 'config', 'muxwright');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'muxwright.yaml'), `server:\n  hosts: ['${other.address}']\n`);
    expect((await bed.open.server.reload()).applied).toContain('server.hosts');
    expect((await bed.as(token, 'pane.list', { host: other.address })).code).toBeUndefined();
    await writeFile(join(folder, 'muxwright.yaml'), '');
    await bed.open.server.reload();
    expect((await bed.as(token, 'pane.list', { host: other.address })).code).toBe('HOST_NOT_ALLOWED');
  });
});

it('limits neither the owner nor a token for any host', async () => {
  await using own = await openReachBed();
  const any = await own.token({ hosts: ['*'] });
  expect((await own.as(any, 'pane.list', { host: SSH })).code).toBe('HOST_UNREACHABLE');
  const starts = (await own.sshStarts()).length;
  expect(starts).toBeGreaterThan(0);
  expect((await own.as(own.open.token, 'pane.list', { host: SSH })).code).toBe('HOST_UNREACHABLE');
  expect((await own.sshStarts()).length).toBeGreaterThan(starts);
});

it('makes no token with limits that could make itself one without', async () => {
  const made = await bed.as(bed.open.token, 'token.create', {
    name: 'x',
    scopes: ['admin'],
    hosts: ['local'],
  });
  expect(made.code).toBe('INVALID_ARGUMENT');
  const wrong = await bed.as(bed.open.token, 'token.create', { name: 'x', hosts: ['ssh://'] });
  expect(wrong.code).toBe('INVALID_ADDRESS');
});

it('is limited by options of the command line', async () => {
  const { stdout, stderr } = await muxHere(
    ...['token', 'create', 'by hand', '--scope', 'control', '--host', 'docker://box', '--host', 'local'],
    ...['--session', 'work', '--tag', 'ci'],
  );
  expect(stderr).toBe('');
  const token = stdout.trim();
  expect((await bed.as(token, 'pane.list', { host: SSH })).code).toBe('HOST_NOT_ALLOWED');
  const listed = await muxHere('token', 'list');
  expect(listed.stdout).toContain('docker://box, local, session work, tag ci');
});

describe('a token for one host', () => {
  let outer: IsolatedTmux;
  let hidden: { readonly id: string; readonly paneId: string };
  let shown: { readonly id: string; readonly paneId: string };
  let recording: string;
  let token: string;
  beforeAll(async () => {
    outer = await isolatedTmux();
    const { call, here } = bed.open;
    const command = `printf 'Your name? '; read name`;
    const start = (host: string) => call('run.start', { host, command, login: false, interactive: false });
    [hidden, shown] = [await start(outer.address), await start(here.host)];
    for (const run of [hidden, shown]) await call('run.wait', { run: run.id, until: 'prompt' });
    await call('worker.spawn', { name: 'outer', host: outer.address, command: 'sleep 600', login: false });
    await call('agent.register', { target: hidden.paneId, host: outer.address, name: 'outer-agent' });
    recording = (await call('recording.start', { target: hidden.id })).id;
    token = await bed.token({ scopes: ['control'], hosts: [here.host] });
  });
  afterAll(async () => {
    await bed.open.call('recording.stop', { id: recording });
    for (const { id } of [hidden, shown]) await bed.open.call('run.end', { run: id });
    await bed.open.call('worker.kill', { name: 'outer' });
    await outer.tmux.killServer().catch(() => {});
    await outer[Symbol.asyncDispose]();
  });

  it.each([
    ['run.status', () => ({ run: hidden.id })],
    ['run.output', () => ({ run: hidden.id })],
    ['run.input', () => ({ run: hidden.id, text: 'x' })],
    ['run.end', () => ({ run: hidden.id })],
    ['run.follow', () => ({ run: hidden.id })],
    ['pane.screen', () => ({ target: hidden.id })],
    ['pane.exec', () => ({ target: hidden.id, command: 'id' })],
    ['pane.send', () => ({ target: 'outer', text: 'x' })],
    ['pane.screen', () => ({ target: 'outer-agent' })],
    ['pane.screen', () => ({ target: hidden.paneId, host: outer.address })],
    ['pane.watch', () => ({ target: 'outer' })],
    ['worker.status', () => ({ name: 'outer' })],
    ['worker.kill', () => ({ name: 'outer' })],
    ['worker.broadcast', () => ({ all: true, text: 'x' })],
    ['worker.clean', () => ({ all: true })],
    ['worker.spawn', () => ({ name: 'mine', command: 'true', host: 'local', socket: 'elsewhere' })],
    ['agent.respond', () => ({ agent: 'outer-agent', text: 'yes' })],
    ['agent.health', () => ({ target: 'outer-agent' })],
    ['agent.turns', () => ({ agent: 'outer-agent' })],
    ['agent.remove', () => ({ agent: 'outer-agent' })],
    ['recording.get', () => ({ id: recording })],
    ['recording.read', () => ({ id: hidden.id })],
    ['recording.remove', () => ({ id: recording })],
    ['workspace.capability', () => ({ text: '<capability name="tmux" action="list" />' })],
    ['host.doctor', () => ({})],
    ['agent.install-hooks', () => ({ dryRun: true })],
    ['tour.take', () => ({})],
  ])('does not get elsewhere by %s', async (name, input) => {
    expect((await bed.as(token, name, input())).code).toBe('HOST_NOT_ALLOWED');
  });

  it.each(['session.cleanup', 'recording.prune', 'worker.kill-orphans', 'run.metrics'])(
    'does not do %s, which works on all hosts',
    async (name) => {
      expect((await bed.as(token, name, {})).code).toBe('TARGET_NOT_ALLOWED');
    },
  );

  it('sees in lists only what is there', async () => {
    const { host } = bed.open.here;
    const lists = [
      (await bed.as(token, 'run.list', { limit: 1 })).runs,
      (await bed.as(token, 'inbox.list')).items,
      (await bed.as(token, 'host.list')).hosts,
      (await bed.as(token, 'event.list', { limit: 5, types: ['run_started'] })).events,
    ];
    for (const rows of lists) {
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.map((row: { host: string }) => row.host)).toEqual(rows.map(() => host));
    }
    expect((await bed.as(token, 'worker.list')).workers).toEqual([]);
    expect((await bed.as(token, 'agent.list')).agents).toEqual([]);
    expect((await bed.as(token, 'recording.list')).recordings).toEqual([]);
    const all = JSON.stringify([lists, await bed.as(token, 'event.list', { limit: 1_000 })]);
    expect(all).not.toContain(hidden.id);
    expect(all).not.toContain('outer');
  });

  it('follows only what happens there', async () => {
    await using client = new StreamClient(bed.open.url, { authorization: `Bearer ${token}` });
    await client.opened();
    client.say({ type: 'follow', id: 'e', operation: 'event.follow', input: { types: ['run_started'] } });
    await client.frame('begun', 'e');
    const quick = { command: 'true', login: false, interactive: false };
    await bed.open.call('run.complete', { ...quick, host: outer.address });
    const seen = await bed.open.call('run.complete', { ...quick, host: bed.open.here.host });
    await client.until(() => client.items('e').length > 0);
    expect(client.items('e')).toMatchObject([{ type: 'run_started', target: seen.id }]);
  });

  it('is not told the names of others where it guesses', async () => {
    const { code, suggestion } = await bed.as(token, 'pane.screen', {
      target: 'outr',
      host: bed.open.here.host,
    });
    expect(code).toBe('TARGET_NOT_FOUND');
    expect(suggestion).not.toContain('outer');
  });

  it('gets no file of a recording from elsewhere, and no availability of an agent', async () => {
    const refused = '403 HOST_NOT_ALLOWED';
    expect(await refusedOver(`/api/recordings/${recording}.cast`, token)).toBe(refused);
    expect(await refusedOver(`/api/recordings/${hidden.id}.cast`, token)).toBe(refused);
    expect(await refusedOver('/api/respond/outer-agent/availability', token)).toBe(refused);
    const body = JSON.stringify({ text: 'yes' });
    expect(await refusedOver('/api/respond/outer-agent', token, { method: 'POST', body })).toBe(refused);
    await using terminal = new TerminalClient(bed.open.url, { target: 'outer' }, { token });
    expect(await terminal.until(() => terminal.refused)).toBe(403);
  });

  it('works where it may', async () => {
    expect((await bed.as(token, 'run.status', { run: shown.id })).state).toBe('waiting-for-input');
    expect((await bed.as(token, 'pane.screen', { target: shown.id })).text).toContain('Your name?');
    await using terminal = new TerminalClient(bed.open.url, { target: shown.id }, { token });
    await terminal.until(() => terminal.text.includes('Your name?'));
  });

  it('lets in browsers that reach as much, and that end with it', async () => {
    const { id, token: secret } = await bed.open.call('token.create', {
      name: 'phone',
      hosts: [bed.open.here.host],
    });
    const { link } = await bed.open.call('token.link', { token: 'phone' });
    const login = await fetch(bed.open.url + new URL(link).pathname + new URL(link).search, {
      redirect: 'manual',
    });
    const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const get = (path: string): Promise<Response> => bed.open.fetch(path, { headers: { cookie } });
    const me = (await (await get('/api/me')).json()) as object;
    expect(me).toMatchObject({ name: 'phone', scopes: ['read'], reach: { hosts: [bed.open.here.host] } });
    expect((await get(`/api/operations/run.status?run=${shown.id}`)).status).toBe(200);
    expect((await get(`/api/operations/run.status?run=${hidden.id}`)).status).toBe(403);
    expect((await get(`/api/recordings/${recording}.cast`)).status).toBe(403);
    await bed.open.call('token.revoke', { token: id });
    expect((await get(`/api/operations/run.status?run=${shown.id}`)).status).toBe(401);
    expect((await bed.as(secret, 'run.list')).code).toBe('UNAUTHENTICATED');
    expect((await bed.as(bed.open.token, 'token.link', { token: id })).code).toBe('TOKEN_NOT_FOUND');
  });
});
