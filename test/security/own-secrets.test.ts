import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { muxHere } from '../integration/operations/mux-here.js';
import type { Answer } from '../integration/operations/open-operations.js';
import { type OpenServer, openServer } from '../integration/server/open-server.js';

let open: OpenServer;
beforeAll(async () => {
  open = await openServer();
});
afterAll(() => open[Symbol.asyncDispose]());

async function as(token: string, name: string, input: unknown): Promise<Answer> {
  const response = await open.fetch(`/api/operations/${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });
  return response.json();
}

async function codeOfLink(): Promise<string> {
  return new URL(await open.server.link()).searchParams.get('code') ?? '';
}

function login(code: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${open.url}/login?code=${code}`, { redirect: 'manual', ...init });
}

describe('what opens the server', () => {
  it.each([
    ['wrapped at every width', 30],
    ['wrapped in the midst', 60],
    ['in one row', 200],
  ])('is hidden on screens, in logs and events, %s', async (_, width) => {
    const reader = await open.tokenFor('read');
    const link = await open.server.link();
    const secrets = [open.token, await open.tokenFor('admin'), new URL(link).searchParams.get('code') ?? ''];
    const script = `printf '%s\\n' 'link: ${link}' 'token ${secrets[1]}' '\\033[31m${open.token}\\033[0m'; printf 'again? %s' '${link}'; read x`;
    const size = { width, height: 50 };
    const started = await open.call('run.start', {
      host: open.here.host,
      command: ['sh', '-c', script],
      size,
    });
    await open.call('run.wait', { run: started.id, until: 'prompt' });
    const target = { target: started.paneId, host: open.here.host };
    const seen = JSON.stringify([
      await as(reader, 'pane.read', { ...target, lines: 100 }),
      await as(reader, 'pane.screen', target),
      await as(reader, 'run.output', { run: started.id, partial: true }),
      await as(reader, 'run.status', { run: started.id }),
      await as(reader, 'run.list', {}),
      await as(reader, 'inbox.list', {}),
      await as(reader, 'event.list', {}),
    ]);
    expect(seen).toContain('****');
    for (const secret of secrets) {
      for (let at = 17; at + 12 <= secret.length; at += 4)
        expect(seen).not.toContain(secret.slice(at, at + 12));
    }
  });
});

describe('a link that signs in', () => {
  it('is not used up by a program that only looks whether it works', async () => {
    const code = await codeOfLink();
    expect((await login(code, { method: 'HEAD' })).status).toBe(204);
    expect((await login(code)).status).toBe(303);
    expect((await login(code)).status).toBe(401);
  });

  it('works also where many wrong ones were tried from the same address', async () => {
    const statuses: number[] = [];
    for (let at = 0; at < 15; at++) statuses.push((await login(`junk${at}`)).status);
    expect(statuses.at(-1)).toBe(429);
    expect((await login(await codeOfLink())).status).toBe(303);
  });

  it('gives what the caller may who asked for it, and ends with its token', async () => {
    const admin = await open.call('token.create', { name: 'second owner', scopes: ['admin'] });
    const tokens = await open.here.runtime.tokens();
    const { link } = await open.here.call('token.link', {}, { caller: { ...CALLER, tokenId: admin.id } });
    const cookie =
      (await login(new URL(link).searchParams.get('code') ?? '')).headers.getSetCookie()[0] ?? '';
    const me = (): Promise<Response> =>
      open.fetch('/api/me', { headers: { cookie: cookie.split(';')[0] ?? '' } });
    expect(await (await me()).json()).toMatchObject({ name: 'second owner' });
    await tokens.revoke(admin.id);
    expect((await me()).status).toBe(401);
  });
});

const CALLER = { scopes: ['admin'], via: 'token' as const };

describe('signing in', () => {
  it('that failed is in the audit log, with the address and without what was tried', async () => {
    const wrong = `mux_${'0'.repeat(12)}_${'A'.repeat(43)}`;
    await login(wrong);
    await as(wrong, 'pane.list', {});
    const { entries } = await open.call('audit.list', { action: 'sign in' });
    expect(entries).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ via: 'token', outcome: 'unknown', address: '127.0.0.1' }),
        expect.objectContaining({ via: 'code', address: '127.0.0.1' }),
      ]),
    );
    expect(JSON.stringify(entries)).not.toContain('AAAA');
  });

  it('of browsers can be listed and ended', async () => {
    const cookie = await open.signIn();
    const me = async (): Promise<number> => (await open.fetch('/api/me', { headers: { cookie } })).status;
    expect(await me()).toBe(200);
    const { tokens: sessions } = await open.call('token.list', { kind: 'session', limit: 1_000 });
    const newest = sessions.at(-1);
    expect(newest).toMatchObject({ state: 'active' });
    expect((await muxHere('token', 'list', '--sessions')).stdout).toContain(newest.id);
    expect((await muxHere('token', 'revoke', newest.id)).code).toBe(0);
    await expect.poll(me).toBe(401);
  });
});
