import { chmod, readFile, stat } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownerToken } from '../../../src/operations/tokens/owner-token.js';
import { type OpenServer, openServer } from './open-server.js';
import { type RawAnswer, type RawRequest, rawRequest } from './raw-request.js';

let open: OpenServer;
beforeAll(async () => {
  open = await openServer({ allowedHosts: ['terminals.example'] });
});
afterAll(() => open[Symbol.asyncDispose]());

const LIST = '/api/operations/pane.list';
const CREATE = '/api/operations/token.create';

function raw(path: string, options: RawRequest = {}): Promise<RawAnswer> {
  return rawRequest(open.url + path, options);
}

function bearer(token = open.token): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

async function as(token: string, path: string, body?: unknown): Promise<number> {
  const post = { method: 'POST', body: JSON.stringify(body ?? {}) };
  const headers = { ...bearer(token), 'content-type': 'application/json' };
  return (await open.fetch(path, body === undefined ? { headers } : { ...post, headers })).status;
}

describe('who asks', () => {
  it('has to say so, on every address that is not public', async () => {
    const answer = await raw(LIST);
    expect(answer.status).toBe(401);
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'UNAUTHENTICATED', status: 401 });
    for (const path of ['/api/me', '/api/respond/x/availability', '/api/operations/token.list']) {
      expect((await raw(path)).status).toBe(401);
    }
    expect((await raw('/healthz')).status).toBe(200);
  });

  it.each([
    ['no token of ours', 'Bearer secret'],
    ['one that was made up', `Bearer mux_${'0'.repeat(12)}_${'A'.repeat(43)}`],
    ['another way to sign in', 'Basic b3duZXI6eA=='],
    ['nothing', 'Bearer '],
  ])('is refused with %s', async (_, authorization) => {
    expect((await raw(LIST, { headers: { authorization } })).status).toBe(401);
  });

  it('is not taken from the address, where logs and histories would have it', async () => {
    expect((await raw(`${LIST}?token=${open.token}&access_token=${open.token}`)).status).toBe(401);
  });

  it('is known by a token of which the store and the log of the server have only a hash', async () => {
    const store = await open.here.runtime.store();
    const text = JSON.stringify(await store.tokens.list('token'));
    expect(text).not.toContain(open.token);
    expect(text).not.toContain(open.token.slice(17));
    for (const suffix of ['', '-wal']) {
      const file = await readFile(store.path + suffix, 'latin1').catch(() => '');
      expect(file).not.toContain(open.token.slice(17));
    }
  });
});

describe('the token of the owner', () => {
  it('is in a file that nobody else can read', async () => {
    const { mode, uid } = await stat(open.server.tokenFile);
    expect({ mode: mode & 0o777, uid }).toEqual({ mode: 0o600, uid: process.getuid?.() });
  });

  it('is made anew where others could have read it, and the old one is good for nothing', async () => {
    const tokens = await open.here.runtime.tokens();
    await chmod(open.server.tokenFile, 0o644);
    const folder = await open.here.runtime.stateFolder();
    const fresh = await ownerToken(tokens, folder);
    expect(fresh.secret).not.toBe(open.token);
    expect(await as(open.token, '/api/me')).toBe(401);
    expect(await as(fresh.secret, '/api/me')).toBe(200);
    expect((await stat(open.server.tokenFile)).mode & 0o777).toBe(0o600);
    // For the tests that follow.
    await open[Symbol.asyncDispose]();
    open = await openServer({ allowedHosts: ['terminals.example'] });
  });
});

describe('a token', () => {
  it('does what its scope allows, and nothing beyond', async () => {
    const { host } = open.here;
    const cases: readonly [path: string, body: unknown, least: number][] = [
      ['/api/operations/pane.list', { host }, 0],
      ['/api/operations/agent.respond', { agent: 'nobody', text: 'x' }, 1],
      ['/api/operations/run.input', { run: 'none', text: 'x' }, 1],
      ['/hook/stop', { session_id: 'x', tmux_pane: 'none' }, 1],
      ['/api/operations/pane.send', { target: 'nobody', host, text: 'x' }, 2],
      ['/api/operations/worker.kill', { name: 'none' }, 2],
      ['/api/operations/token.list', {}, 3],
      ['/api/operations/audit.list', {}, 3],
    ];
    const scopes = ['read', 'respond', 'control', 'admin'];
    const tokens = await Promise.all(scopes.map((scope) => open.tokenFor(scope)));
    for (const [path, body, least] of cases) {
      const allowed = await Promise.all(tokens.map(async (token) => (await as(token, path, body)) !== 403));
      expect({ path, allowed }).toEqual({ path, allowed: scopes.map((_, rank) => rank >= least) });
    }
  });

  it('cannot make itself a better one', async () => {
    expect(await as(await open.tokenFor('control'), CREATE, { name: 'x', scopes: ['admin'] })).toBe(403);
  });

  it('is refused from the moment it is revoked, and so is a browser that it let in', async () => {
    const { token, id } = await open.call('token.create', {
      name: 'brief',
      scopes: ['control'],
      hosts: ['*'],
    });
    expect(await as(token, '/api/me')).toBe(200);
    await open.call('token.revoke', { token: id });
    expect(await as(token, '/api/me')).toBe(401);
  });

  it('ends when its time is over', async () => {
    const tokens = await open.here.runtime.tokens();
    const { secret } = await tokens.create({ name: 'old', scopes: ['read'], lifetimeMs: -1 });
    expect(await as(secret, '/api/me')).toBe(401);
  });
});

describe('a link to the dashboard', () => {
  it('opens it once, with a cookie that no script reads and no other site sends', async () => {
    const link = new URL(await open.server.link());
    const first = await raw(link.pathname + link.search);
    expect(first.status).toBe(303);
    expect(first.headers.location).toBe('/');
    expect(first.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^muxwright_session=mux_\w+[\w-]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+$/,
      ),
    ]);
    expect((await raw(link.pathname + link.search)).status).toBe(401);
    const cookie = String(first.headers['set-cookie']?.[0]).split(';')[0] ?? '';
    const me = await raw('/api/me', { headers: { cookie } });
    expect(JSON.parse(me.body)).toMatchObject({ name: 'owner', scopes: ['admin'], via: 'cookie' });
  });

  it('has a code that is no token, and a cookie that is none either', async () => {
    const code = new URL(await open.server.link()).searchParams.get('code') ?? '';
    expect(await as(code, '/api/me')).toBe(401);
    const cookie = await open.signIn();
    expect(await as(cookie.split('=')[1] ?? '', '/api/me')).toBe(401);
    expect((await raw('/api/me', { headers: { cookie: `muxwright_session=${open.token}` } })).status).toBe(
      401,
    );
  });

  it('is over after signing out', async () => {
    const cookie = await open.signIn();
    const headers = { cookie, origin: open.url };
    expect((await raw('/logout', { method: 'POST', headers })).status).toBe(204);
    expect((await raw('/api/me', { headers: { cookie } })).status).toBe(401);
  });

  it('ends with the token that it came from', async () => {
    const tokens = await open.here.runtime.tokens();
    const { record } = await tokens.create({ name: 'guest', scopes: ['read'], reach: { hosts: ['*'] } });
    const session = await tokens.create({
      kind: 'session',
      name: 'guest',
      scopes: ['read'],
      parent: record.id,
    });
    const headers = { cookie: `muxwright_session=${session.secret}` };
    expect((await raw('/api/me', { headers })).status).toBe(200);
    await tokens.revoke(record.id);
    expect((await raw('/api/me', { headers })).status).toBe(401);
  });
});

describe('a foreign page', () => {
  it.each([
    'attacker.example',
    'attacker.example:4747',
    '127.0.0.1.attacker.example',
    'localhost.attacker.example',
  ])('that points its own name at this machine gets nothing, not even what is public: %j', async (host) => {
    for (const path of [LIST, '/healthz', '/', '/api/docs']) {
      expect((await raw(path, { headers: { ...bearer(), host } })).status).toBeGreaterThanOrEqual(400);
    }
  });

  it.each(['localhost:9', '127.0.0.1', '[::1]:4747', 'TERMINALS.example'])(
    'is not what the server is asked as %s',
    async (host) => {
      expect((await raw('/api/me', { headers: { ...bearer(), host } })).status).toBe(200);
    },
  );

  it.each(['https://attacker.example', 'http://localhost:1', 'null', 'file://', ''])(
    'cannot make a browser change something, whatever it is signed in with: %j',
    async (origin) => {
      const cookie = await open.signIn();
      for (const who of [{ cookie }, bearer()]) {
        const headers = { ...who, origin, 'content-type': 'application/json' };
        const answer = await raw(CREATE, { method: 'POST', headers, body: '{"name":"theirs"}' });
        expect(answer.status).toBe(403);
      }
      const { tokens } = await open.call('token.list');
      expect(tokens.map(({ name }: { name: string }) => name)).not.toContain('theirs');
    },
  );

  it('cannot do so by a form, or where the browser does not say where it comes from', async () => {
    const cookie = await open.signIn();
    const form = { cookie, origin: open.url, 'content-type': 'application/x-www-form-urlencoded' };
    expect((await raw(CREATE, { method: 'POST', headers: form, body: 'name=theirs' })).status).toBe(415);
    const headers = { cookie, 'content-type': 'application/json' };
    expect((await raw(CREATE, { method: 'POST', headers, body: '{"name":"theirs"}' })).status).toBe(403);
    const text = { cookie, origin: open.url, 'content-type': 'text/plain' };
    expect((await raw(CREATE, { method: 'POST', headers: text, body: '{"name":"theirs"}' })).status).toBe(
      415,
    );
  });

  it('cannot open a WebSocket', async () => {
    const cookie = await open.signIn();
    const upgrade = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    };
    for (const path of ['/api/terminals?target=%250', '/api/me']) {
      for (const origin of ['https://attacker.example', 'null']) {
        const answer = await raw(path, { headers: { ...upgrade, cookie, origin } });
        expect(answer.status).toBe(403);
      }
    }
  });

  it('is not let in by an answer to its question whether it may ask', async () => {
    const headers = {
      origin: 'https://attacker.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    };
    const answer = await raw(CREATE, { method: 'OPTIONS', headers });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('is the same page where its origin is that of the server', async () => {
    const cookie = await open.signIn();
    const headers = { cookie, origin: open.url, 'content-type': 'application/json' };
    expect((await raw(LIST, { method: 'POST', headers, body: '{}' })).status).not.toBe(403);
  });
});

describe('guessing', () => {
  it('ends after a few failures, and is in nobody else’s way', async () => {
    const wrong = `${open.token.slice(0, 17)}${'A'.repeat(43)}`;
    const statuses: number[] = [];
    for (let tries = 0; tries < 15; tries++) statuses.push(await as(wrong, '/api/me'));
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401));
    expect(statuses.slice(10)).toEqual(Array(5).fill(429));
    // Now nothing is compared for this token; another one is let in as before.
    expect(await as(open.token, '/api/me')).toBe(429);
    expect(await as(await open.tokenFor('read'), '/api/me')).toBe(200);
    const answer = await raw('/api/me', { headers: bearer(wrong) });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    await open[Symbol.asyncDispose]();
    open = await openServer({ allowedHosts: ['terminals.example'] });
  });

  it('of links ends, too', async () => {
    const code = `mux_${'0'.repeat(12)}_${'A'.repeat(43)}`;
    const statuses: number[] = [];
    for (let tries = 0; tries < 12; tries++) statuses.push((await raw(`/login?code=${code}`)).status);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('an answer', () => {
  it('lets a browser run no script but those of the server, and be shown in no other page', async () => {
    for (const path of ['/healthz', '/api/docs', '/api/me', '/nothing', LIST]) {
      const { headers } = await raw(path);
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'self'");
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/script-src[^;]*(unsafe|\*|data:|http)/);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  it('of the page to try it has no script in it', async () => {
    const { body } = await raw('/api/docs');
    expect(body).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=|javascript:/i);
  });

  it('is kept by no cache', async () => {
    expect((await raw('/api/me', { headers: bearer() })).headers['cache-control']).toBe('no-store');
  });
});

describe('the audit log', () => {
  it('has who did what to what, also what was refused, and nothing that was typed', async () => {
    const { host } = open.here;
    const { token } = await open.call('token.create', { name: 'typist', scopes: ['control'], hosts: ['*'] });
    const [pane] = (await open.call('pane.list', { host })).sessions[0].windows[0].panes;
    expect(
      await as(token, '/api/operations/pane.send', { target: pane.id, host, text: 'echo hush-hush' }),
    ).toBe(200);
    expect(await as(token, '/api/operations/pane.send', { target: '%999', host, text: 'hush-hush' })).toBe(
      404,
    );
    expect(await as(token, '/api/operations/token.list', {})).toBe(403);
    expect(await as(token, LIST, { host })).toBe(200);
    const { entries } = await open.call('audit.list', { caller: 'typist' });
    expect(entries).toMatchObject([
      { caller: 'typist', via: 'token', outcome: 'FORBIDDEN' },
      { action: 'pane.send', target: '%999', host, outcome: 'PANE_NOT_FOUND' },
      { action: 'pane.send', target: pane.id, host, outcome: 'ok', address: '127.0.0.1' },
    ]);
    const store = await open.here.runtime.store();
    expect(JSON.stringify(await store.audit.list({ limit: 1_000 }))).not.toContain('hush-hush');
    const [made] = (await open.call('audit.list', { action: 'token.create', limit: 1 })).entries;
    expect(made).toMatchObject({ caller: 'owner', target: 'typist', outcome: 'ok' });
  });
});
