import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenServer, openServer } from './open-server.js';
import { type RawAnswer, rawRequest } from './raw-request.js';

let folder: string;
let open: OpenServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mux-web-'));
  await mkdir(join(folder, 'web/assets'), { recursive: true });
  await writeFile(join(folder, 'secret.txt'), 'not for you');
  await writeFile(join(folder, 'web/index.html'), '<title>dashboard</title>');
  await writeFile(join(folder, 'web/assets/main-abc.js'), 'main()');
  await writeFile(join(folder, 'web/.hidden.txt'), 'not for you');
  open = await openServer({ webFolder: join(folder, 'web') });
});
afterAll(async () => {
  await open[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

function get(path: string): Promise<RawAnswer> {
  // Not fetch, which tidies addresses up.
  return rawRequest(open.url, { path });
}

describe('the dashboard', () => {
  it.each(['/', '/wall', '/runs/mhz3k9x0abc123', '/pane?target=%25' + '1'])(
    'is one page for each of its addresses: %s',
    async (path) => {
      const { status, headers, body } = await get(path);
      expect({ status, body }).toEqual({ status: 200, body: '<title>dashboard</title>' });
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
      });
    },
  );

  it('has files that never change under their name', async () => {
    const { body, headers } = await get('/assets/main-abc.js');
    expect(body).toBe('main()');
    expect(headers['cache-control']).toContain('immutable');
    expect((await get('/assets/main-old.js')).status).toBe(404);
  });

  it('compresses its files for whoever can read that', async () => {
    const response = await fetch(`${open.url}/assets/main-abc.js`, {
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(await response.text()).toBe('main()');
  });

  it.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/..%5c..%5csecret.txt',
    '//../secret.txt',
    '/.hidden.txt',
    '/assets/%2e%2e/.hidden.txt',
    '/%00/../secret.txt',
  ])('gives no file from elsewhere: %s', async (path) => {
    const { status, body } = await get(path);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(body).not.toContain('not for you');
  });

  it('is nothing that an address of the interface is answered with', async () => {
    for (const path of ['/api/nothing', '/hook/nothing', '/api']) expect((await get(path)).status).toBe(404);
  });
});
