import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { WebSocket } from 'ws';
import type { Deadline } from '../../model/index.js';
import type { ClusterEndpoint } from './cluster-endpoint.js';
import { ApiRefusal, clusterUnreachable } from './kubernetes-errors.js';

/** The little of the Kubernetes API that we need: documents of pods, and WebSockets. What is refused is an `ApiRefusal`. */
export class ApiClient {
  readonly endpoint: ClusterEndpoint;

  constructor(endpoint: ClusterEndpoint) {
    this.endpoint = endpoint;
  }

  async get(path: string, signal: AbortSignal = AbortSignal.timeout(PATIENCE_MS)): Promise<unknown> {
    const options = { ...(await this.#options()), method: 'GET', signal };
    const url = `${this.endpoint.url}${path}`;
    const [status, text] = await new Promise<[number, string]>((resolve, reject) => {
      const take = (response: http.IncomingMessage): void => {
        readBody(response).then((body) => resolve([response.statusCode ?? 0, body]), reject);
      };
      const outgoing = url.startsWith('https:')
        ? https.request(url, options, take)
        : http.request(url, options, take);
      outgoing.once('error', reject).end();
    }).catch((error: NodeJS.ErrnoException) => {
      throw clusterUnreachable(this.endpoint, error);
    });
    if (status >= 400) throw refusal(status, text);
    try {
      return JSON.parse(text);
    } catch {
      throw new ApiRefusal(status, 'it sent an answer that is not JSON, as no Kubernetes API server does');
    }
  }

  /** A WebSocket that is open, and has not been given what came over it yet: it is paused. */
  async socket(path: string, protocols: readonly string[], deadline: Deadline): Promise<WebSocket> {
    const options = await this.#options();
    const url = `${this.endpoint.url.replace(/^http/, 'ws')}${path}`;
    return await new Promise<WebSocket>((resolve, reject) => {
      const socket = new WebSocket(url, [...protocols], {
        ...options,
        perMessageDeflate: false,
        maxPayload: MAX_FRAME_BYTES,
        followRedirects: false,
      });
      deadline.onExpire((error) => {
        reject(error);
        // One that is open is somebody's, who ends it.
        if (socket.readyState === WebSocket.CONNECTING) socket.terminate();
      });
      socket.once('open', () => {
        socket.pause();
        resolve(socket);
      });
      socket.once('unexpected-response', (_request, response) => {
        void readBody(response)
          .catch(() => '')
          .then((body) => reject(refusal(response.statusCode ?? 0, body)));
      });
      // After it is open, the close event tells what happened.
      socket.on('error', (error: NodeJS.ErrnoException) => reject(clusterUnreachable(this.endpoint, error)));
    });
  }

  async #options(): Promise<https.RequestOptions> {
    const { tls, url } = this.endpoint;
    const { authorization, cert, key } = await this.endpoint.credentials();
    const { hostname } = new URL(url);
    const isName = isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
    return {
      headers: { ...(authorization !== undefined && { authorization }), 'user-agent': 'muxwright' },
      ...(cert && key && { cert, key }),
      ...(tls.ca && { ca: tls.ca }),
      ...(tls.servername !== undefined
        ? { servername: tls.servername }
        : isName
          ? { servername: hostname }
          : {}),
      rejectUnauthorized: tls.rejectUnauthorized,
      // One connection for each request: an exec keeps its own, and questions about pods are rare.
      agent: false,
    };
  }
}

const PATIENCE_MS = 30_000;
const MAX_FRAME_BYTES = 64 * 1024 * 1024;

async function readBody(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function refusal(status: number, text: string): ApiRefusal {
  let message = text.trim().slice(0, 500);
  try {
    message = (JSON.parse(text) as { message?: string }).message ?? message;
  } catch {
    // A proxy in between may answer with plain text.
  }
  return new ApiRefusal(status, message || `status ${status}`);
}
