import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { type Deadline, MuxError } from '../../model/index.js';
import { EngineRefusal, engineUnavailable } from './docker-errors.js';
import type { EngineEndpoint } from './engine-endpoint.js';

export interface EngineRequest {
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON; a stream is sent as it is (a tar archive). */
  readonly body?: unknown | Readable;
  readonly deadline?: Deadline;
  /**
   * Gives the request up.
   * @default 30 seconds, where there is neither a deadline nor a stream
   */
  readonly signal?: AbortSignal;
}

/**
 * The little of the Engine API that we need, by `node:http`. Paths carry no version, so the engine uses its own. What
 * it refuses is an `EngineRefusal`; where it cannot be reached, `DOCKER_UNAVAILABLE`.
 */
export class EngineClient {
  readonly endpoint: EngineEndpoint;
  readonly #agent: http.Agent;

  constructor(endpoint: EngineEndpoint) {
    this.endpoint = endpoint;
    const options = { keepAlive: true, maxFreeSockets: 4 };
    this.#agent = isTls(endpoint) ? new https.Agent(options) : new http.Agent(options);
  }

  get(path: string, request: EngineRequest = {}): Promise<unknown> {
    return this.#json('GET', path, request);
  }

  post(path: string, request: EngineRequest = {}): Promise<unknown> {
    return this.#json('POST', path, request);
  }

  delete(path: string, request: EngineRequest = {}): Promise<unknown> {
    return this.#json('DELETE', path, request);
  }

  /** A request that the engine answers by handing over the connection itself: the stream of an exec. */
  upgrade(path: string, request: EngineRequest): Promise<{ socket: Socket; head: Buffer }> {
    return new Promise((resolve, reject) => {
      const outgoing = this.#send(
        'POST',
        path,
        request,
        { Connection: 'Upgrade', Upgrade: 'tcp' },
        false,
        reject,
      );
      outgoing.once('upgrade', (_response, socket: Socket, head: Buffer) => {
        // Keys and commands are a few bytes each; waiting to fill a packet would cost 40 ms over tcp.
        socket.setNoDelay(true);
        resolve({ socket, head });
      });
      outgoing.once('response', (response) => {
        readBody(response).then((text) => reject(refusal(response, text)), reject);
      });
    });
  }

  close(): void {
    this.#agent.destroy();
  }

  async #json(method: string, path: string, request: EngineRequest): Promise<unknown> {
    try {
      return await this.#once(method, path, request, this.#agent);
    } catch (error) {
      // An idle connection that the engine closed meanwhile: nothing of the request was seen, so ask again, and by a
      // new connection, for the other idle ones are closed as well.
      if (!(error instanceof StaleConnection)) throw error;
      return this.#once(method, path, request, false);
    }
  }

  async #once(
    method: string,
    path: string,
    request: EngineRequest,
    agent: http.Agent | false,
  ): Promise<unknown> {
    const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
      this.#send(method, path, request, {}, agent, reject).once('response', resolve);
    });
    const text = await readBody(response).catch((error: NodeJS.ErrnoException) => {
      throw request.deadline?.error ?? engineUnavailable(this.endpoint, error);
    });
    if (!isSuccess(response)) throw refusal(response, text);
    return parse(response, text);
  }

  #send(
    method: string,
    path: string,
    request: EngineRequest,
    headers: http.OutgoingHttpHeaders,
    agent: http.Agent | false,
    reject: (error: Error) => void,
  ): http.ClientRequest {
    const { connect } = this.endpoint;
    const query = request.query ? `?${new URLSearchParams(request.query)}` : '';
    const stream = isReadable(request.body) ? request.body : undefined;
    const json = stream || request.body === undefined ? undefined : Buffer.from(JSON.stringify(request.body));
    const signal =
      request.signal ?? (request.deadline || stream ? undefined : AbortSignal.timeout(PATIENCE_MS));
    const options: https.RequestOptions = {
      method,
      path: path + query,
      agent,
      ...(signal && { signal }),
      headers: {
        // Over TLS the name of the machine must stand here, for it is what the certificate is checked against.
        ...('socketPath' in connect && { Host: 'docker' }),
        ...headers,
        ...(json && { 'Content-Type': 'application/json', 'Content-Length': json.length }),
        ...(stream && { 'Content-Type': 'application/x-tar' }),
        ...(!json && !stream && method === 'POST' && { 'Content-Length': 0 }),
      },
      ...('socketPath' in connect
        ? { socketPath: connect.socketPath }
        : { host: connect.host, port: connect.port, ...connect.tls }),
    };
    const outgoing = isTls(this.endpoint) ? https.request(options) : http.request(options);
    outgoing.once('error', (error: NodeJS.ErrnoException) => {
      const stale =
        outgoing.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE') && !stream;
      reject(stale ? new StaleConnection() : engineUnavailable(this.endpoint, error));
    });
    request.deadline?.onExpire((error) => {
      reject(error);
      outgoing.destroy();
    });
    if (stream) stream.pipe(outgoing);
    else outgoing.end(json);
    return outgoing;
  }
}

const PATIENCE_MS = 30_000;

class StaleConnection extends Error {}

function isTls(endpoint: EngineEndpoint): boolean {
  return 'tls' in endpoint.connect && endpoint.connect.tls !== undefined;
}

function isReadable(body: unknown): body is Readable {
  return typeof body === 'object' && body !== null && 'pipe' in body;
}

function isSuccess(response: http.IncomingMessage): boolean {
  return (response.statusCode ?? 0) < 400;
}

async function readBody(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function parse(response: http.IncomingMessage, text: string): unknown {
  if (text === '' || !(response.headers['content-type'] ?? '').includes('json')) return text;
  // Some answers (an import) are several JSON texts, one for each step: the last one counts.
  const last = text.trimEnd().split(/\r?\n/).at(-1) ?? '';
  try {
    return JSON.parse(last);
  } catch (cause) {
    throw new MuxError('PROTOCOL_ERROR', 'The Docker engine sent an answer that is not JSON.', {
      details: { text: text.slice(0, 200) },
      cause,
    });
  }
}

function refusal(response: http.IncomingMessage, text: string): EngineRefusal {
  let message = text.trim();
  try {
    message = (JSON.parse(text) as { message?: string }).message ?? message;
  } catch {
    // A proxy in between may answer with plain text.
  }
  return new EngineRefusal(response.statusCode ?? 0, message);
}
