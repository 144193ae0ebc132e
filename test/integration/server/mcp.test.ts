import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenServer, openServer } from './open-server.js';

const client = fileURLToPath(new URL('./fixtures/mcp-client.mjs', import.meta.url));
const long = { timeout: 120_000 };

let open: OpenServer;

beforeAll(async () => {
  open = await openServer();
});

afterAll(async () => {
  await open[Symbol.asyncDispose]();
});

async function connect(token: string, query = ''): Promise<Client> {
  const transport = new StreamableHTTPClientTransport(new URL(`${open.url}/mcp${query}`), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  const connected = new Client({ name: 'test', version: '1.0.0' });
  // The declared types differ in what may be undefined, and in nothing else.
  await connected.connect(transport as Parameters<Client['connect']>[0], long);
  return connected;
}

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'by hand', version: '1' } },
};

function post(token: string | undefined, body: unknown, headers: Record<string, string> = {}) {
  return fetch(`${open.url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: JSON.stringify(body),
  });
}

describe('the Model Context Protocol over HTTP', () => {
  it('serves the official client in another process: tools, calls, progress, cancellation, resources, 20 calls at once', async () => {
    const args = [client, `${open.url}/mcp`, open.token, open.here.host];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    const seen = JSON.parse(stdout);
    expect(seen.tools).toEqual(expect.arrayContaining(['run_start', 'pane_send', 'pane_list']));
    expect(seen.waited).toMatchObject({ id: seen.run });
    expect(seen.told).toBeGreaterThan(0);
    expect(seen.end).toContain('enough');
    expect(seen.log).toContain('canary done');
    expect(seen.parallel).toEqual(Array.from({ length: 20 }, () => seen.run));
    // It was told that its session is over.
    const late = await post(
      open.token,
      { jsonrpc: '2.0', id: 2, method: 'tools/list' },
      {
        'mcp-session-id': seen.sessionId,
      },
    );
    expect(late.status).toBe(404);
    expect(await late.json()).toMatchObject({ code: 'MCP_SESSION_NOT_FOUND' });
    await open.call('run.stop', { run: seen.run });
  });

  it('offers a token what its scope allows, and writes down what is changed, by whom', async () => {
    const reader = await connect(await open.tokenFor('read'), '?tools=all,destructive');
    const names = (await reader.listTools({}, long)).tools.map(({ name }) => name);
    expect(names).toContain('pane_list');
    expect(names).not.toContain('run_start');
    await expect(reader.callTool({ name: 'run_start', arguments: {} })).rejects.toThrow(/not a tool/);
    await reader.close();

    const worker = await connect(await open.tokenFor('control'));
    const { structuredContent } = await worker.callTool(
      { name: 'run_start', arguments: { host: open.here.host, command: 'true' } },
      undefined,
      long,
    );
    await worker.close();
    expect(structuredContent).toMatchObject({ host: open.here.host });
    const { entries } = await open.call('audit.list', {});
    expect(entries).toContainEqual(
      expect.objectContaining({ caller: 'control', action: 'run.start', outcome: 'ok' }),
    );
  });

  it('refuses who has no token, and a session of somebody else', async () => {
    expect((await post(undefined, initialize)).status).toBe(401);
    const begun = await post(open.token, initialize);
    const id = begun.headers.get('mcp-session-id') ?? '';
    await begun.text();
    expect(begun.status).toBe(200);
    expect(begun.headers.get('x-content-type-options')).toBe('nosniff');
    const listing = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
    const other = await post(await open.tokenFor('admin'), listing, { 'mcp-session-id': id });
    expect(other.status).toBe(404);
    const own = await post(open.token, listing, { 'mcp-session-id': id });
    expect(own.status).toBe(200);
    await own.text();
  });

  it.each([
    ['a call that belongs to no session', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, {}, 400],
    ['a body that is no message', { hello: 'world' }, {}, 400],
    ['a session that never was', initialize, { 'mcp-session-id': 'made-up' }, 404],
    ['a client that does not take events', initialize, { accept: 'text/html' }, 406],
    ['a page of another site', initialize, { origin: 'http://evil.example' }, 403],
  ])('refuses %s', async (_, body, headers, status) => {
    const response = await post(open.token, body, headers);
    expect(response.status).toBe(status);
    await response.text();
  });
});
