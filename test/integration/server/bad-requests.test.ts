import { connect, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCatalogue } from '../../../src/model/error-catalogue.js';
import { httpStatus } from '../../../src/model/http-status.js';
import { allOperations } from '../../../src/operations/families.js';
import { sized, soak } from '../../soak.js';
import { misfits } from '../operations/bad-values.js';
import type { Answer } from '../operations/open-operations.js';
import { type OpenServer, openServer } from './open-server.js';

const operations = (await allOperations()).filter(({ faces }) => faces.includes('http'));
/** The same cases every time, and others where there is time to search. */
const search = soak ? {} : { seed: 4747 };

let open: OpenServer;
beforeAll(async () => {
  open = await openServer();
});
afterAll(() => open[Symbol.asyncDispose]());

function post(path: string, body: string, type = 'application/json'): Promise<Response> {
  return open.fetch(path, { method: 'POST', headers: { 'content-type': type }, body });
}

/** A problem of the catalogue with a sentence, and nothing for a debugger. */
async function problemOf(response: Response): Promise<Answer> {
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  const problem = (await response.json()) as Answer;
  expect(Object.keys(errorCatalogue)).toContain(problem.code);
  expect(problem.code).not.toBe('INTERNAL_ERROR');
  expect(problem.status).toBe(response.status);
  expect(httpStatus[problem.code as keyof typeof httpStatus]).toBe(response.status);
  expect(problem.detail).toMatch(/\w \w/);
  expect(problem.detail).not.toMatch(/\n\s+at |node_modules|undefined|\[object/);
  return problem;
}

describe('every operation', () => {
  it('refuses over HTTP what does not fit it, with a problem, and is not harmed by it', async () => {
    for (const operation of operations) {
      const path = `/api/operations/${operation.name}`;
      await fc.assert(
        fc.asyncProperty(misfits(operation), async (input) => {
          const text = JSON.stringify(input);
          // What JSON cannot say is another value by then, or nothing.
          if (text === undefined || operation.input.safeParse(JSON.parse(text)).success) return;
          const { code } = await problemOf(await post(path, text));
          expect({ name: operation.name, code }).toEqual({ name: operation.name, code: 'INVALID_ARGUMENT' });
        }),
        { ...search, numRuns: sized(8, 300) },
      );
    }
    expect((await open.fetch('/healthz')).status).toBe(200);
  });

  it('that changes nothing refuses a query that does not fit', async () => {
    for (const { name, effect } of operations) {
      if (effect !== 'read') continue;
      const response = await open.fetch(`/api/operations/${name}?no_such_field=1&__proto__=x&constructor=y`);
      expect((await problemOf(response)).code).toBe('INVALID_ARGUMENT');
    }
  });
});

describe('a body', () => {
  const path = '/api/operations/pane.list';

  it.each([
    ['no JSON', '{"host":', 'application/json', 'MALFORMED_REQUEST'],
    ['empty', '', 'application/json', 'MALFORMED_REQUEST'],
    ['a list', '[]', 'application/json', 'INVALID_ARGUMENT'],
    ['a text', '"host"', 'application/json', 'INVALID_ARGUMENT'],
    ['nothing', 'null', 'application/json', 'INVALID_ARGUMENT'],
    [
      'out to change what objects are',
      '{"__proto__":{"admin":true}}',
      'application/json',
      'MALFORMED_REQUEST',
    ],
    ['a form', 'host=local', 'application/x-www-form-urlencoded', 'UNSUPPORTED_MEDIA_TYPE'],
    ['no text at all', '\xff\xfe', 'application/octet-stream', 'UNSUPPORTED_MEDIA_TYPE'],
  ])('that is %s is refused', async (_, body, type, code) => {
    const response = await post(path, body, type);
    // Without a body nothing is asked for but the defaults.
    if (response.ok) throw new Error(`It was taken: ${await response.text()}`);
    expect((await problemOf(response)).code).toBe(code);
  });

  it('that is too large is refused before it is read', async () => {
    const response = await post(path, `{"host":"${'x'.repeat(5_000_000)}"}`).catch((error: unknown) => error);
    // The server may hang up while the rest is on its way.
    if (response instanceof Response) expect((await problemOf(response)).code).toBe('REQUEST_TOO_LARGE');
    expect((await open.fetch('/healthz')).status).toBe(200);
  });
});

describe('an address', () => {
  it.each([
    '/api/nothing',
    '/api/operations/',
    '/api/operations/pane.list/more',
    '/api/respond',
    '/hook/',
    '/.git/config',
    '/%00',
    '/%E0%A4%A',
    `/api/errors/${'x'.repeat(900)}`,
    '/api/errors/constructor',
    '/api/errors/__proto__',
  ])('that there is nothing at is told so: %s', async (path) => {
    const response = await open.fetch(path);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect([400, 404, 414]).toContain(response.status);
    await problemOf(response);
  });
});

describe('a connection', () => {
  it('that sends half of a request, or no HTTP at all, is in nobody’s way', async () => {
    const { port, hostname } = new URL(open.url);
    const sockets: Socket[] = [];
    try {
      for (const text of [
        '',
        'POST /api/operations/pane.list HTTP/1.1\r\nHost: localhost\r\nContent-Le',
        '\x16\x03\x01',
      ]) {
        const socket = connect(Number(port), hostname);
        sockets.push(socket);
        socket.on('error', () => {});
        await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
        if (text !== '') socket.write(text);
      }
      expect((await open.call('pane.list', { host: open.here.host })).sessions).toHaveLength(1);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
  });
});
