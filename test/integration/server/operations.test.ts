import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCatalogue } from '../../../src/model/error-catalogue.js';
import { eventually } from '../agents/asking-agent.js';
import type { Answer } from '../operations/open-operations.js';
import { type OpenServer, openServer } from './open-server.js';
import { type SentEvent, serverEvents } from './server-events.js';

let open: OpenServer;
beforeAll(async () => {
  open = await openServer();
});
afterAll(() => open[Symbol.asyncDispose]());

describe('an operation over HTTP', () => {
  it('takes its input as JSON, and answers with JSON', async () => {
    const { host } = open.here;
    const { sessions } = await open.call('pane.list', { host });
    expect(sessions.map(({ name }: { name: string }) => name)).toEqual(['main']);
  });

  it('that changes nothing takes its input from a query, too: texts as they are, the rest as JSON', async () => {
    const { host } = open.here;
    const query = (values: Record<string, string> | [string, string][]): Promise<Response> =>
      open.fetch(`/api/operations/run.list?${new URLSearchParams(values)}`);
    expect(await (await query({ limit: '3' })).json()).toEqual(await open.call('run.list', { limit: 3 }));
    expect((await query({ limit: 'many' })).status).toBe(400);
    expect((await query({ host: '7' })).status).toBe(200);
    const list = await open.fetch(`/api/operations/pane.list?${new URLSearchParams({ host })}`);
    expect(await list.json()).toEqual(await open.call('pane.list', { host }));
  });

  it('that changes something is not called by GET', async () => {
    const response = await open.fetch('/api/operations/pane.kill?target=x');
    expect([response.status, await response.json()]).toMatchObject([404, { code: 'ROUTE_NOT_FOUND' }]);
  });

  it('that does not exist is answered with the nearest one', async () => {
    const response = await open.fetch('/api/operations/pane.lst', { method: 'POST' });
    expect(await response.json()).toMatchObject({
      code: 'ROUTE_NOT_FOUND',
      suggestion: "Did you mean 'pane.list'?",
    });
  });

  it('that fails is a problem with a code, a sentence and what to do', async () => {
    const response = await open.fetch('/api/operations/run.status?run=none');
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    const problem = (await response.json()) as Answer;
    expect(problem).toEqual({
      type: '/api/errors/RUN_NOT_FOUND',
      title: errorCatalogue.RUN_NOT_FOUND.meaning,
      status: 404,
      detail: expect.stringContaining('none'),
      code: 'RUN_NOT_FOUND',
      suggestion: expect.any(String),
      next: [{ operation: 'run.list', input: {} }],
      details: expect.any(Object),
    });
    const explained = await open.fetch(problem.type);
    expect(await explained.json()).toEqual({ code: 'RUN_NOT_FOUND', meaning: problem.title, status: 404 });
  });

  it('starts a run, answers its question, and reads what it printed', async () => {
    const { host } = open.here;
    const command = 'printf "Your name: "; read name; echo "hello $name"';
    const { id: run } = await open.call('run.start', { host, command });
    await open.call('run.wait', { run, until: 'prompt', timeoutMs: 120_000 });
    await open.call('run.input', { run, text: 'web' });
    await open.call('run.wait', { run, until: 'finished', timeoutMs: 120_000 });
    expect(JSON.stringify(await open.call('run.output', { run }))).toContain('hello web');
  });
});

describe('an operation that gives one thing after the other', () => {
  it.each(['GET', 'POST'])('is a stream of events by %s, to its end', async (method) => {
    const { host } = open.here;
    const { id: run } = await open.call('run.start', { host, command: 'echo one; echo two' });
    const input = { run };
    const response =
      method === 'GET'
        ? await open.fetch(`/api/operations/run.follow?${new URLSearchParams(input)}`)
        : await open.fetch('/api/operations/run.follow', {
            method,
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(input),
          });
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const events: SentEvent[] = [];
    for await (const event of serverEvents(response)) events.push(event);
    expect(events.map(({ data }) => JSON.stringify(data)).join()).toContain('two');
    for (const { event, data } of events.slice(0, -1)) expect(data).toMatchObject({ type: event });
    expect(events.at(-1)).toEqual({ id: undefined, event: 'end', data: {} });
  });

  it('is refused with a status where its input does not fit, and tells a later failure as its last event', async () => {
    expect((await open.fetch('/api/operations/run.follow?nothing=1')).status).toBe(400);
    const events: SentEvent[] = [];
    for await (const event of serverEvents(await open.fetch('/api/operations/run.follow?run=none')))
      events.push(event);
    expect(events).toMatchObject([{ event: 'error', data: { code: 'RUN_NOT_FOUND', status: 404 } }]);
  });

  it('ends on the server when its reader goes', async () => {
    const { host, tmux } = open.here;
    // The server has its connection for commands before there is this session.
    await open.call('pane.list', { host });
    await tmux.ensureSession('watched');
    const watchers = async (): Promise<number> =>
      (await tmux.command('list-clients', '-t', 'watched')).length;
    const before = await watchers();
    const leaving = new AbortController();
    const query = new URLSearchParams({ target: 'watched:', host });
    const response = await open.fetch(`/api/operations/pane.watch?${query}`, { signal: leaving.signal });
    const events = serverEvents(response);
    await events.next();
    expect(await watchers()).toBeGreaterThan(before);
    leaving.abort();
    await expect(events.next()).rejects.toThrow();
    await eventually(async () => ((await watchers()) <= before ? true : undefined));
  });
});

describe('the server', () => {
  it('tells who asks, and that it lives', async () => {
    expect(await (await open.fetch('/api/me')).json()).toMatchObject({
      name: 'owner',
      scopes: ['admin'],
      via: 'token',
      version: expect.stringMatching(/^\d/),
    });
    expect(await (await open.fetch('/healthz')).json()).toEqual({ status: 'ok' });
    await expect.poll(async () => (await open.fetch('/readyz')).status).toBe(200);
  });

  it('describes every operation, and each address that it describes is there', async () => {
    const api = (await (await open.fetch('/api/openapi.json')).json()) as Answer;
    expect(api.openapi).toBe('3.1.0');
    for (const [path, methods] of Object.entries<Record<string, unknown>>(api.paths)) {
      for (const method of Object.keys(methods)) {
        const url = path.replace('{kind}', 'stop').replace(/\{(\w+)\}/g, ':$1');
        const found = open.server.app.hasRoute({ method: method.toUpperCase() as 'GET', url });
        expect({ path, method, found }).toEqual({ path, method, found: true });
      }
    }
  });
});
