import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { WebSocket } from 'ws';
import type { Served } from './served.js';

/** Somebody who follows a pane. */
export interface Reader extends Disposable {
  /** Resolves when the text has come. */
  sees(text: string): Promise<void>;
}

/** A reader of events; one that is stuck never takes what it is sent. */
export async function sseReader(served: Served, query: string, stuck = false): Promise<Reader> {
  const asked: ClientRequest = request(`${served.url}/api/events?${query}`, {
    headers: served.headers,
    agent: false,
  });
  asked.end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`/api/events answered ${response.statusCode}.`);
  const seen = new Seen();
  if (stuck) response.pause();
  else response.on('data', (chunk: Buffer) => seen.add(chunk));
  if (!stuck) await seen.has('"live":true');
  return { sees: (text) => seen.has(text), [Symbol.dispose]: () => void asked.destroy() };
}

/** A viewer of a terminal; one that is stuck says of nothing that it has drawn it, and reads nothing. */
export async function viewer(served: Served, query: string, stuck = false): Promise<Reader> {
  const address = `${served.url.replace('http', 'ws')}/api/terminals?${query}`;
  const socket = new WebSocket(address, { headers: served.headers });
  const seen = new Seen();
  socket.on('message', (data: Buffer, isBinary) => {
    if (!isBinary) return;
    seen.add(data);
    if (!stuck) socket.send(JSON.stringify({ type: 'ack', bytes: data.length }));
  });
  await once(socket, 'open');
  if (stuck) socket.pause();
  return { sees: (text) => seen.has(text), [Symbol.dispose]: () => socket.terminate() };
}

/** The last of what came, and who waits for something in it. */
class Seen {
  #tail = '';
  readonly #waiting = new Map<string, () => void>();

  add(chunk: Buffer): void {
    this.#tail = (this.#tail + chunk.toString('latin1')).slice(-16_384);
    for (const [text, resolve] of this.#waiting) {
      if (!this.#tail.includes(text)) continue;
      this.#waiting.delete(text);
      resolve();
    }
  }

  has(text: string): Promise<void> {
    if (this.#tail.includes(text)) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.set(text, resolve));
  }
}
