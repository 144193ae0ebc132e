import { chown, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { type AddressInfo, createServer as listenOnly } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createServer } from '../../../src/server/create-server.js';
import { openOperations } from '../operations/open-operations.js';
import { openServer } from './open-server.js';
import { rawRequest } from './raw-request.js';
import { serverEvents } from './server-events.js';

describe('a state folder', () => {
  it('has one server: a second one is told where the first is, and takes over when that has gone', async () => {
    await using open = await openServer();
    const runtime = open.here.another();
    await expect(createServer({ runtime, port: 0 })).rejects.toMatchObject({
      code: 'SERVER_RUNNING',
      message: expect.stringContaining(open.url),
      details: { url: open.url, pid: process.pid },
    });
    expect((await open.fetch('/api/me')).status).toBe(200);
    await open.server.close();
    await using second = await createServer({ runtime, port: 0 });
    // Who has signed in stays so.
    const headers = { authorization: `Bearer ${open.token}` };
    expect((await fetch(`${second.url}/api/me`, { headers })).status).toBe(200);
  });

  it('keeps sessions and tokens over a restart, and takes a link once in all', async () => {
    await using open = await openServer();
    const cookie = await open.signIn();
    const { pathname, search } = new URL(await open.server.link());
    await open.server.close();
    await using second = await createServer({ runtime: open.here.another(), port: 0 });
    expect((await rawRequest(`${second.url}/api/me`, { headers: { cookie } })).status).toBe(200);
    expect((await rawRequest(second.url + pathname + search)).status).toBe(303);
    expect((await rawRequest(second.url + pathname + search)).status).toBe(401);
  });

  it.runIf(process.getuid?.() === 0)('of another user is left alone', async () => {
    await using here = await openOperations();
    const folder = await mkdtemp(join(tmpdir(), 'mux-theirs-'));
    try {
      await chown(folder, 12_345, 12_345);
      const { runtime } = here;
      await expect(createServer({ runtime, port: 0, stateFolder: folder })).rejects.toMatchObject({
        code: 'PERMISSION_DENIED',
        message: expect.stringContaining('belongs to another user'),
      });
      expect((await stat(folder)).uid).toBe(12_345);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('a port', () => {
  it('that is taken is told so, or the next free one is used where any will do', async () => {
    await using here = await openOperations();
    const other = listenOnly().listen(0, '127.0.0.1');
    await new Promise<void>((resolve) => other.once('listening', () => resolve()));
    try {
      const { port } = other.address() as AddressInfo;
      const { runtime } = here;
      await expect(createServer({ runtime, port })).rejects.toMatchObject({
        code: 'SERVER_NOT_STARTED',
        message: expect.stringMatching(`port ${port} of 127.0.0.1: another program uses it`),
        suggestion: expect.stringContaining('--port'),
      });
      // What has failed holds nothing.
      await using server = await createServer({ runtime, port, anyPort: true });
      expect(server.portChanged).toBe(true);
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    } finally {
      other.close();
    }
  });

  it('of an address that this machine does not have is told so', async () => {
    await using here = await openOperations();
    const { runtime } = here;
    await expect(
      createServer({ runtime, port: 0, host: '192.0.2.1', insecureBind: true }),
    ).rejects.toMatchObject({ code: 'SERVER_NOT_STARTED', message: expect.stringContaining('192.0.2.1') });
  });
});

describe('beyond this machine', () => {
  it.each(['0.0.0.0', '::', '192.0.2.1', 'example.com'])(
    'nothing is served on %s without a certificate, or the word that it may be',
    async (host) => {
      await using here = await openOperations();
      await expect(createServer({ runtime: here.runtime, port: 0, host })).rejects.toMatchObject({
        code: 'INSECURE_BIND',
      });
    },
  );

  it('it is served with a certificate, and the cookie is for encrypted connections only', async () => {
    const file = (name: string): Promise<Buffer> =>
      readFile(new URL(`../../fixtures/tls/${name}`, import.meta.url));
    const tls = { key: await file('key.pem'), cert: await file('cert.pem') };
    await using open = await openServer({ host: '0.0.0.0', tls });
    expect(open.url).toMatch(/^https:/);
    const { pathname, search } = new URL(await open.server.link());
    const answer = await rawRequest(open.url + pathname + search, { ca: tls.cert });
    expect(answer.headers['set-cookie']?.[0]).toMatch(/; Secure$/);
    await expect(rawRequest(`${open.url.replace('https', 'http')}/healthz`)).rejects.toThrow();
  });
});

describe('closing', () => {
  it('ends streams and waits, and takes nothing new; what runs in tmux goes on', async () => {
    await using open = await openServer();
    const { host } = open.here;
    const stream = await open.fetch(
      `/api/operations/pane.watch?${new URLSearchParams({ host, target: 'main:' })}`,
    );
    const events = serverEvents(stream);
    await events.next();
    const wait = { host, target: 'main:', text: 'never', timeoutMs: 3_600_000 };
    const given = open.call('pane.wait', wait).catch((error: Error) => error.message);
    const { id: run } = await open.call('run.start', { host, command: 'cat' });
    await open.server.close();
    await drain(events);
    // It may not have come as far as the server.
    expect(await given).toMatch(/503 .*"CLOSED"|fetch failed/);
    await expect(fetch(`${open.url}/healthz`)).rejects.toThrow();
    // What ran in tmux goes on.
    expect(await open.here.call('run.status', { run })).toMatchObject({
      state: expect.not.stringMatching('ended'),
    });
    await open.here.call('run.end', { run });
  });
});

/** A connection that is closed ends a stream, or breaks it. */
async function drain(events: AsyncIterable<unknown>): Promise<void> {
  try {
    for await (const _ of events);
  } catch {}
}
