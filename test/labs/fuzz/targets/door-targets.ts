import { connect } from 'node:net';
import { WebSocket } from 'ws';
import { allOperations } from '../../../../src/operations/families.js';
import { scopeOf } from '../../../../src/operations/tokens/scopes.js';
import type { OpenServer } from '../../../integration/server/open-server.js';
import { rawRequest } from '../../../integration/server/raw-request.js';
import type { FuzzTarget } from '../fuzz-target.js';

const JSON_TOKENS = [
  '{',
  '[',
  '"',
  ':',
  ',',
  'null',
  '1e9',
  '"limit":',
  '"target":',
  '"regex":"(a+)+$"',
  '"timeoutMs":1',
];

/**
 * The doors of a server that is open, for somebody who may read, and answer. Whoever may control has a shell, and nothing
 * has to be guessed there.
 */
export async function doorTargets(open: OpenServer): Promise<readonly FuzzTarget[]> {
  const tokens = await open.here.runtime.tokens();
  // They reach the known hosts: an address that an input happens to name is not connected to.
  const { secret: reader } = await tokens.create({ name: 'reader', scopes: ['read'] });
  const { secret: responder } = await tokens.create({ name: 'responder', scopes: ['respond'] });
  const { id, paneId } = await open.call('run.start', {
    host: open.here.host,
    command: ['sh', '-c', 'echo begin; printf "Name: "; read -r name'],
  });
  const json = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });
  const operations = (await allOperations()).filter(
    (one) => scopeOf(one) === 'read' && one.faces.includes('http'),
  );
  const examples = operations.flatMap(({ name, examples: given }) =>
    given.map(
      ({ input }) =>
        `${name}\n${JSON.stringify({ ...input, ...('timeoutMs' in input && { timeoutMs: 1 }) })}`,
    ),
  );
  return [
    {
      name: 'HTTP: whole requests',
      seeds: [
        `GET /api/operations/run.list?limit=3 HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${reader}\r\n\r\n`,
        `POST /api/operations/run.output HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${reader}\r\nContent-Type: application/json\r\nContent-Length: 23\r\n\r\n{"run":"${id}"}`,
        'GET /login?code=mux_x HTTP/1.1\r\nHost: localhost\r\nCookie: muxwright=x\r\nOrigin: http://localhost\r\n\r\n',
        'GET /../../etc/passwd HTTP/1.1\r\nHost: evil.example\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      ],
      tokens: [
        '\r\n',
        'HTTP/1.1',
        'Host: ',
        'Content-Length: 9',
        'Transfer-Encoding: chunked',
        '%2e%2e/',
        '%00',
        '?',
        'Upgrade: websocket',
        'x',
      ],
      take: (input) => refuseInternal(() => rawBytes(open.url, input)),
    },
    {
      name: 'HTTP: input of operations',
      seeds: [
        ...examples,
        `run.output\n{"run":"${id}"}`,
        `pane.screen\n{"target":"${paneId}","host":"${open.here.host}"}`,
      ],
      tokens: JSON_TOKENS,
      take: (input) => {
        const [name = '', ...body] = String(input).split('\n');
        const path = `/api/operations/${encodeURIComponent(name)}`;
        return refuseInternal(() =>
          send(open.url, { method: 'POST', path, headers: json(reader), body: body.join('\n') }),
        );
      },
    },
    {
      name: 'HTTP: hooks of agents',
      seeds: [
        'session-start\n{"session_id":"a","cwd":"/tmp","transcript_path":"/dev/null","tmux_pane":"%1"}',
        'notification\n{"session_id":"a","message":"Claude needs your permission"}',
        'stop\n{"session_id":"b","last_assistant_message":"done"}',
      ],
      tokens: [...JSON_TOKENS, '"session_id":"a"', '"transcript_path":"/dev/zero"', '"tmux_socket":"/x"'],
      take: (input) => {
        const [kind = '', ...body] = String(input).split('\n');
        const path = `/hook/${encodeURIComponent(kind)}`;
        return refuseInternal(() =>
          send(open.url, { method: 'POST', path, headers: json(responder), body: body.join('\n') }),
        );
      },
    },
    {
      name: 'HTTP: MCP',
      seeds: [
        '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}',
        '[{"jsonrpc":"2.0","method":"tools/call","params":{"name":"run_list","arguments":{}},"id":2}]',
      ],
      tokens: [...JSON_TOKENS, '"jsonrpc":"2.0"', '"method":"tools/list"', '"id":'],
      take: (input) =>
        refuseInternal(() =>
          send(open.url, {
            method: 'POST',
            path: '/mcp',
            headers: { ...json(reader), accept: 'application/json, text/event-stream' },
            body: input,
          }),
        ),
    },
    {
      name: 'WebSocket: streams',
      seeds: [
        `{"type":"follow","id":"1","operation":"run.follow","input":{"run":"${id}"}}`,
        '{"type":"follow","id":"2","operation":"event.follow","input":{}}',
        '{"type":"stop","id":"1"}',
      ],
      tokens: [...JSON_TOKENS, '"type":"follow"', '"operation":'],
      take: (input) => sendFrame(`${open.url}/api/streams`, reader, input),
    },
    {
      name: 'WebSocket: terminals',
      seeds: [
        '{"type":"ack","bytes":1}',
        '{"type":"resize","cols":80,"rows":24}',
        '{"type":"input","data":"x"}',
      ],
      tokens: [...JSON_TOKENS, '"cols":', '99999999', '"type":"ack"', '-1'],
      take: (input) => {
        const address = `/api/terminals?target=${encodeURIComponent(String(paneId))}&host=${encodeURIComponent(open.here.host)}`;
        return sendFrame(`${open.url}${address}`, reader, input);
      },
    },
  ];
}

/** An answer that says INTERNAL_ERROR is a crash, only a polite one. */
async function refuseInternal(ask: () => Promise<string>): Promise<void> {
  const answer = await ask();
  if (answer.includes('INTERNAL_ERROR')) throw new Error(`The server answered ${answer.slice(0, 400)}`);
}

interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** The body of the answer; what takes longer (a wait, a stream) is left alone. */
async function send(url: string, request: Request): Promise<string> {
  const answer = rawRequest(url, request).then(({ status, body }) => `${status} ${body}`);
  return Promise.race([answer.catch((error: Error) => error.message), enough()]);
}

/** Bytes on a connection of their own, and what came back until it was closed. */
function rawBytes(url: string, bytes: Buffer): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.end(bytes));
    socket.setTimeout(ENOUGH_MS, () => socket.destroy());
    socket.on('data', (part) => {
      answer += part.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
  });
}

/** One frame on a connection of its own; the server closes it, or answers and is left. */
function sendFrame(url: string, token: string, frame: Buffer): Promise<void> {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), { headers: { authorization: `Bearer ${token}` } });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => socket.terminate(), ENOUGH_MS);
    socket.on('open', () => {
      socket.send(frame, { binary: frame.length % 2 === 0 });
      // Answered behind the frame: the server has read it by then.
      socket.ping();
    });
    socket.on('message', (data) => {
      if (String(data).includes('INTERNAL_ERROR'))
        reject(new Error(`The server answered ${String(data).slice(0, 400)}`));
    });
    socket.on('pong', () => socket.close());
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

const ENOUGH_MS = 500;

function enough(): Promise<string> {
  return new Promise((resolve) => setTimeout(() => resolve('still waiting'), ENOUGH_MS).unref());
}
