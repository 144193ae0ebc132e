import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { ModelReply } from './model-reply.js';
import type { ModelRequest } from './model-request.js';

export type Wait = (ms: number) => Promise<void>;

/** Sends a reply in the form of one API. */
export type StreamReply = (
  response: ServerResponse,
  request: ModelRequest,
  reply: ModelReply,
  wait: Wait,
) => Promise<void>;

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/** Events that have data and no name. */
export function dataWriter(response: ServerResponse): (data: object | string) => void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.flushHeaders();
  return (data) => {
    response.write(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\r\n\r\n`);
  };
}

export function pieces(text: string): string[] {
  return text.match(/.{1,12}/gsu) ?? [''];
}

export function newId(kind: string): string {
  return `${kind}_${randomBytes(9).toString('hex')}`;
}
