import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenServer, openServer } from './open-server.js';

const REVISION = '2026-07-28';
const meta = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientCapabilities': {},
};
const long = { timeout: 120_000 };

let open: OpenServer;
beforeAll(async () => {
  open = await openServer();
});
afterAll(() => open[Symbol.asyncDispose]());

async function connect(token: string, query = ''): Promise<Client> {
  const transport = new StreamableHTTPClientTransport(new URL(`${open.url}/mcp${query}`), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { versionNegotiation: { mode: { pin: REVISION } } },
  );
  await client.connect(transport, long);
  return client;
}

function post(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return open.fetch('/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify(body),
  });
}

const request = (method: string, params: object = {}, _meta: object = meta) => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params: { ...params, _meta },
});
const headersOf = (method: string, name?: string): Record<string, string> => ({
  'mcp-protocol-version': REVISION,
  'mcp-method': method,
  ...(name !== undefined && { 'mcp-name': name }),
});

describe('revision 2026-07-28 over HTTP', () => {
  it('serves the client of the new SDK without a session: discovery, tools, calls, resources', async () => {
    const client = await connect(open.token, '?tools=default');
    expect(client.getNegotiatedProtocolVersion()).toBe(REVISION);
    const { tools } = await client.listTools({}, long);
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['run_complete', 'pane_screen']));
    const { structuredContent } = await client.callTool(
      { name: 'run_complete', arguments: { host: open.here.host, command: 'seq 3' } },
      long,
    );
    expect(structuredContent).toMatchObject({ state: 'finished', output: '1\n2\n3' });
    const { id } = structuredContent as { readonly id: string };
    const { contents } = await client.readResource({ uri: `muxwright://run/${id}/log` }, long);
    expect(contents).toEqual([expect.objectContaining({ text: expect.stringContaining('\n3\n') })]);
    const told: unknown[] = [];
    await client.callTool(
      { name: 'run_wait', arguments: { run: id } },
      { ...long, onprogress: (progress) => told.push(progress) },
    );
    expect(told).toContainEqual(expect.objectContaining({ message: `waiting for the end of run ${id}` }));
    await client.close();
  });

  it('says what may be kept, and for whom', async () => {
    const answer = await post(request('tools/list'), headersOf('tools/list'));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('mcp-session-id')).toBeNull();
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await answer.json()).toMatchObject({
      result: {
        resultType: 'complete',
        ttlMs: 300_000,
        cacheScope: 'private',
        _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'muxwright' } },
      },
    });
    const discovered = await post(request('server/discover'), headersOf('server/discover'));
    const { result } = (await discovered.json()) as { readonly result: object };
    expect(result).toMatchObject({
      supportedVersions: [REVISION],
      capabilities: { tools: {} },
      cacheScope: 'private',
    });
  });

  it('offers each request what its token allows', async () => {
    const reader = await connect(await open.tokenFor('read'), '?tools=all,destructive');
    const names = (await reader.listTools({}, long)).tools.map(({ name }) => name);
    expect(names).toContain('pane_list');
    expect(names).not.toContain('run_start');
    await expect(reader.callTool({ name: 'run_start', arguments: {} }, long)).rejects.toThrow(/not a tool/);
    await reader.close();
  });

  it.each([
    ['no header Mcp-Method', 'tools/list', {}, { 'mcp-protocol-version': REVISION }, 400, -32_020],
    ['another method in the header', 'tools/list', {}, headersOf('prompts/list'), 400, -32_020],
    ['no header Mcp-Name', 'tools/call', { name: 'run_list' }, headersOf('tools/call'), 400, -32_020],
    [
      'another name in the header',
      'tools/call',
      { name: 'run_list' },
      headersOf('tools/call', 'pane_list'),
      400,
      -32_020,
    ],
    ['a method that does not exist', 'no/such', {}, headersOf('no/such'), 404, -32_601],
    ['a method of the older revision', 'ping', {}, headersOf('ping'), 404, -32_601],
    [
      'a resource that does not exist',
      'resources/read',
      { uri: 'muxwright://run/none/log' },
      headersOf('resources/read', 'muxwright://run/none/log'),
      200,
      -32_602,
    ],
  ])('refuses %s', async (_, method, params, headers, status, code) => {
    const answer = await post(request(method, params), headers);
    expect([answer.status, await answer.json()]).toEqual([
      status,
      expect.objectContaining({ error: expect.objectContaining({ code }) }),
    ]);
  });

  it('refuses a revision that it does not know with those that it does', async () => {
    const unknown = { ...meta, 'io.modelcontextprotocol/protocolVersion': '2099-01-01' };
    const answer = await post(request('tools/list', {}, unknown), {
      ...headersOf('tools/list'),
      'mcp-protocol-version': '2099-01-01',
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: { code: -32_022, data: { supported: [REVISION], requested: '2099-01-01' } },
    });
  });

  it.each(['GET', 'DELETE'])('has nothing at %s without a session', async (method) => {
    const answer = await open.fetch('/mcp', { method, headers: { accept: 'text/event-stream' } });
    expect(answer.status).toBe(405);
  });

  it('tells what changed of the resources that can be read, and ends by a result when the server closes', async () => {
    const own = await openServer();
    const { host } = own.here;
    const { id } = await own.call('run.start', { host, command: 'while read -r l; do echo "got $l"; done' });
    const uri = `muxwright://run/${id}/log`;
    const listened = await fetch(`${own.url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${own.token}`,
        ...headersOf('subscriptions/listen'),
      },
      body: JSON.stringify(
        request('subscriptions/listen', {
          notifications: { resourceSubscriptions: [uri, 'muxwright://run/none/log'] },
        }),
      ),
    });
    const messages = messagesOf(listened);
    expect((await messages.next()).value).toMatchObject({
      method: 'notifications/subscriptions/acknowledged',
      params: { notifications: { resourceSubscriptions: [uri] } },
    });
    await own.call('run.input', { run: id, text: 'it' });
    expect((await messages.next()).value).toMatchObject({
      method: 'notifications/resources/updated',
      params: { uri, _meta: { 'io.modelcontextprotocol/subscriptionId': 1 } },
    });
    const closed = own[Symbol.asyncDispose]();
    let last: unknown;
    for await (const message of messages) last = message;
    expect(last).toMatchObject({ id: 1, result: { resultType: 'complete' } });
    await closed;
  });
});

describe('the state that a client carries from a question to its answer', () => {
  const forms = { ...meta, 'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } } };
  const command = `printf 'Go on? [y/n] '; read -r a; echo "got $a"`;
  const inputResponses = { 'question-1': { action: 'accept', content: { answer: 'y' } } };
  const call = (args: object, more: object = {}, token?: string) =>
    post(request('tools/call', { name: 'run_complete', arguments: args, ...more }, forms), {
      ...headersOf('tools/call', 'run_complete'),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    }).then(async (answer) => (await answer.json()) as { result?: Record<string, unknown>; error?: object });

  it('opens for its caller and its call only, and not when it was changed; the answer is typed once', async () => {
    const args = { command, host: open.here.host };
    const { result } = await call(args);
    expect(result).toMatchObject({
      resultType: 'input_required',
      inputRequests: { 'question-1': { method: 'elicitation/create', params: { mode: 'form' } } },
    });
    const requestState = String(result?.requestState);
    const refused = { error: { code: -32_602, data: { reason: 'invalid_request_state' } } };
    const changed = requestState.slice(0, -2) + (requestState.endsWith('AA') ? 'BB' : 'AA');
    expect(await call(args, { inputResponses, requestState: changed })).toMatchObject(refused);
    expect(await call({ ...args, command: 'true' }, { inputResponses, requestState })).toMatchObject(refused);
    const other = await open.tokenFor('control');
    expect(await call(args, { inputResponses, requestState }, other)).toMatchObject(refused);
    expect(await call(args, { inputResponses, requestState })).toMatchObject({
      result: {
        resultType: 'complete',
        structuredContent: { state: 'finished', output: expect.stringContaining('got y') },
      },
    });
    // Again: the run has ended, and nothing is started or typed.
    expect((await call(args, { inputResponses, requestState })).result).toMatchObject({ isError: true });
  });

  it('asks once more where the answer is none of those that there are, or is missing', async () => {
    const args = { command, host: open.here.host };
    const { result } = await call(args);
    const { requestState } = result ?? {};
    const wrong = { 'question-1': { action: 'accept', content: { answer: 'perhaps' } } };
    for (const responses of [wrong, {}, { 'question-1': 'y' }, { 'question-1': { action: 'accept' } }])
      expect((await call(args, { inputResponses: responses, requestState })).result).toMatchObject({
        resultType: 'input_required',
        inputRequests: { 'question-2': { params: { message: expect.stringContaining('Go on?') } } },
      });
  });

  it('is given to no client that declares forms as something else than they are', async () => {
    const lies = { ...meta, 'io.modelcontextprotocol/clientCapabilities': { elicitation: 'yes' } };
    const body = request('tools/call', { name: 'run_complete', arguments: { command } }, lies);
    const answer = await post(body, headersOf('tools/call', 'run_complete'));
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({ error: expect.objectContaining({ code: -32_602 }) }),
    ]);
  });
});

async function* messagesOf(response: Response): AsyncGenerator<unknown, void, undefined> {
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString();
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const data = /^data: (.*)$/m.exec(text.slice(0, end))?.[1];
      text = text.slice(end + 2);
      if (data !== undefined) yield JSON.parse(data);
    }
  }
}
