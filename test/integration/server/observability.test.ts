import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { openServer } from './open-server.js';

/** What a collector of OpenTelemetry is sent. */
interface Export {
  readonly headers: IncomingMessage['headers'];
  readonly body: Answer;
}

// biome-ignore lint/suspicious/noExplicitAny: what a collector is sent has many shapes, and expect() checks them.
type Answer = any;

/** A collector on a port that was free. */
async function openCollector(answer = 200) {
  const received: Export[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push({ headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) });
    response.writeHead(answer).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A server whose log is kept. */
async function openLogged() {
  const lines: string[] = [];
  const log = { write: (line: string) => void lines.push(line) };
  return { open: await openServer({ logLevel: 'trace', log }), lines };
}

describe('the log of the server', () => {
  it('has an entry for each request, and nothing that was typed, shown, or proves who asks [A70]', async () => {
    const { open, lines } = await openLogged();
    const secrets: string[] = [open.token];
    {
      await using _ = open;
      const { host } = open.here;
      const canary = (name: string): string => {
        const word = `canary-${name}-${Math.random().toString(36).slice(2)}`;
        secrets.push(word);
        return word;
      };
      const link = new URL(await open.server.link());
      secrets.push(link.searchParams.get('code') ?? '');
      const cookie = (await fetch(link, { redirect: 'manual' })).headers.getSetCookie()[0] ?? '';
      secrets.push(cookie.split(/[=;]/)[1] ?? '');
      const scoped = await open.tokenFor('read');
      secrets.push(scoped);
      const headers = { 'x-request-id': 'request-from-a-proxy', cookie: cookie.split(';')[0] ?? '' };
      await (await open.fetch('/api/me', { headers })).text();

      const shown = canary('shown');
      const run = await open.call('run.start', { host, command: `printf '${shown}\\n'; exec cat` });
      await open.call('run.wait', { run: run.id, until: 'text', text: shown, timeoutMs: 60_000 });
      await open.call('run.input', { run: run.id, text: canary('typed') });
      // What fails shows the screen to who asked, and to nobody else.
      const input = { run: run.id, until: 'text', text: canary('awaited'), timeoutMs: 1 };
      const late = await open.fetch(`/api/operations/run.wait?${query(input)}`);
      expect(late.status).toBe(504);
      await late.text();
      const bad = { authorization: `Bearer ${canary('token')}` };
      expect((await open.fetch(`/api/me?${canary('query')}`, { headers: bad })).status).toBe(401);
      expect((await open.fetch(`/api/${canary('path')}`)).status).toBe(404);
      await open.fetch('/api/operations/pane.list', { method: 'POST', body: `{"${canary('json')}` });
      open.server.app.log.error(new Error(canary('mistake')));
      open.server.app.log.error({ err: new SyntaxError(canary('syntax')) }, 'a mistake');
      await open.call('run.stop', { run: run.id });
    }
    const text = lines.join('');
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(10);
      expect(text).not.toContain(secret);
    }
    const entries = lines.map((line) => JSON.parse(line));
    expect(entries).toContainEqual(
      expect.objectContaining({
        level: 'info',
        reqId: 'request-from-a-proxy',
        method: 'GET',
        route: '/api/me',
        status: 200,
        caller: expect.any(String),
        ms: expect.any(Number),
      }),
    );
    const refused = { route: '/api/operations/run.wait', status: 504, code: 'TIMEOUT', level: 'warn' };
    expect(entries).toContainEqual(expect.objectContaining(refused));
    expect(entries).toContainEqual(expect.objectContaining({ route: '/api/me', status: 401 }));
    expect(entries).toContainEqual(expect.objectContaining({ status: 404, code: 'ROUTE_NOT_FOUND' }));
  });
});

describe('the numbers of the server', () => {
  it('tell of requests, operations, commands to tmux, the store, runs, connections and the process', async () => {
    await using open = await openServer();
    const { host } = open.here;
    const run = await open.call('run.start', { host, command: 'exit 3' });
    await open.call('run.wait', { run: run.id, timeoutMs: 60_000 });
    await open.fetch('/api/operations/run.status?run=nobody');
    const response = await open.fetch('/metrics');
    const text = await response.text();
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    for (const line of [
      /^muxwright_operation_duration_seconds_count\{operation="run.start",outcome="ok"\} 1$/m,
      /^muxwright_operation_duration_seconds_count\{operation="run.status",outcome="RUN_NOT_FOUND"\} 1$/m,
      /^muxwright_http_request_duration_seconds_count\{method="POST",route="\/api\/operations\/run.start",status="200"\} 1$/m,
      /^muxwright_tmux_command_duration_seconds_count\{command="[a-z-]+",outcome="ok"\} \d+$/m,
      /^muxwright_store_query_duration_seconds_count\{verb="select",outcome="ok"\} \d+$/m,
      /^muxwright_runs\{type="[^"]+",state="finished"\} 1$/m,
      /^muxwright_run_success_ratio\{type="[^"]+"\} 0$/m,
      /^muxwright_run_duration_seconds\{type="[^"]+",quantile="0.5"\} [\d.]+$/m,
      /^muxwright_connections\{kind="sse"\} 0$/m,
      /^process_resident_memory_bytes \d+$/m,
      /^nodejs_eventloop_lag_p99_seconds [\d.e-]+$/m,
      /^muxwright_info\{version="[\d.]+",node="v\d/m,
    ]) {
      expect(text).toMatch(line);
    }
    const nobody = await fetch(`${open.url}/metrics`);
    expect(nobody.status).toBe(401);
  });
});

describe('traces', () => {
  it('go to the collector that the standard variables name, with the trace of the caller', async () => {
    await using collector = await openCollector();
    using _ = environment({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20key',
      OTEL_SERVICE_NAME: 'mux-test',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test',
    });
    const traceId = 'ab'.repeat(16);
    {
      await using open = await openServer();
      const headers = { traceparent: `00-${traceId}-${'cd'.repeat(8)}-01` };
      await (await open.fetch('/api/operations/run.list', { headers })).text();
      const unwanted = { traceparent: `00-${'ef'.repeat(16)}-${'cd'.repeat(8)}-00` };
      await (await open.fetch('/api/operations/run.list', { headers: unwanted })).text();
      const post = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } };
      await (await open.fetch('/api/operations/run.status', { ...post, body: '{"run":"nobody"}' })).text();
    }
    // What was left was sent when the server closed.
    const [first] = collector.received;
    expect(first?.headers).toMatchObject({ 'x-key': 'a key', 'content-type': 'application/json' });
    expect(first?.body.resourceSpans[0].resource.attributes).toEqual(
      expect.arrayContaining([
        { key: 'service.name', value: { stringValue: 'mux-test' } },
        { key: 'deployment.environment', value: { stringValue: 'test' } },
      ]),
    );
    const spans = collector.received.flatMap(({ body }) => body.resourceSpans[0].scopeSpans[0].spans);
    expect(spans.every((span: Answer) => span.traceId === traceId)).toBe(true);
    const request = spans.find(({ name }: Answer) => name === 'GET /api/operations/run.list');
    expect(request).toMatchObject({ kind: 2, parentSpanId: 'cd'.repeat(8), status: {} });
    expect(BigInt(request.endTimeUnixNano) > BigInt(request.startTimeUnixNano)).toBe(true);
    expect(spans).toContainEqual(
      expect.objectContaining({ name: 'run.list', kind: 1, parentSpanId: request.spanId }),
    );
    const failed = spans.find(({ name }: Answer) => name === 'POST /api/operations/run.status');
    expect(spans).toContainEqual(
      expect.objectContaining({ name: 'run.status', parentSpanId: failed.spanId, status: { code: 2 } }),
    );
  });

  it('that cannot be sent cost a line in the log, and nothing else', async () => {
    await using collector = await openCollector(500);
    using _ = environment({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/else` });
    const { open, lines } = await openLogged();
    {
      await using __ = open;
      expect((await open.fetch('/api/me')).status).toBe(200);
    }
    expect(collector.received).toHaveLength(1);
    expect(lines.join('')).toContain('the collector answered 500');
  });
});

function query(values: Readonly<Record<string, unknown>>): string {
  const texts = Object.entries(values).map(([name, value]) => [name, String(value)] as [string, string]);
  return new URLSearchParams(texts).toString();
}

/** Variables of this process, until the end of the block. */
function environment(variables: Readonly<Record<string, string>>): Disposable {
  Object.assign(process.env, variables);
  return {
    [Symbol.dispose]: () => {
      for (const name of Object.keys(variables)) delete process.env[name];
    },
  };
}
