import { request } from 'node:http';
import type { Socket } from 'node:net';
import { constants, createDeflate, type Deflate } from 'node:zlib';

/** What the streams of an exec carry. */
export type SpdyStreamType = 'error' | 'stdin' | 'stdout' | 'stderr' | 'resize';

export interface SpdyListener {
  data(type: SpdyStreamType, bytes: Buffer): void;
  /** The server has ended one of its streams. */
  ended(type: SpdyStreamType): void;
  /** The connection is over. */
  closed(): void;
}

/**
 * An exec of containerd by SPDY/3.1, as the API server speaks it to a kubelet: one connection with a stream for each
 * purpose, of which either side can end its half. Only what that needs: moby/spdystream, which answers, knows no windows,
 * and takes header blocks without the dictionary of the specification.
 */
export class SpdyExec {
  readonly #socket: Socket;
  readonly #deflate: Deflate = createDeflate({ flush: constants.Z_SYNC_FLUSH });
  readonly #types = new Map<number, SpdyStreamType>();
  readonly #ids = new Map<SpdyStreamType, number>();
  /** Of how many streams the server has not taken note yet: until then it drops what comes for them. */
  #unanswered = 0;
  #answered: () => void = () => {};
  readonly #replies = new Promise<void>((resolve) => {
    this.#answered = resolve;
  });
  #carry: Buffer = Buffer.alloc(0);

  private constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** Opens the connection and its streams. */
  static async open(
    url: string,
    types: readonly SpdyStreamType[],
    listener: SpdyListener,
  ): Promise<SpdyExec> {
    const { socket, head } = await upgrade(url);
    const exec = new SpdyExec(socket);
    exec.#unanswered = types.length;
    socket.once('close', () => exec.#answered());
    for (const [index, type] of types.entries()) await exec.#openStream(2 * index + 1, type);
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => exec.#take(chunk, listener));
    socket.once('close', () => listener.closed());
    if (head.length > 0) exec.#take(head, listener);
    await exec.#replies;
    return exec;
  }

  /** `false` where the server should be given time: `drained` tells when it has had it. */
  write(type: SpdyStreamType, bytes: Buffer, last = false): boolean {
    const id = this.#ids.get(type);
    if (id === undefined || !this.#socket.writable) return true;
    const head = Buffer.alloc(8);
    head.writeUInt32BE(id, 0);
    head.writeUInt32BE(bytes.length, 4);
    head[4] = last ? FIN : 0;
    return this.#socket.write(Buffer.concat([head, bytes]));
  }

  onDrain(listener: () => void): void {
    this.#socket.on('drain', listener);
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  async #openStream(id: number, type: SpdyStreamType): Promise<void> {
    this.#types.set(id, type);
    this.#ids.set(type, id);
    const block = await this.#compressed(headerBlock({ streamtype: type }));
    const frame = Buffer.alloc(18);
    frame.writeUInt16BE(0x8003, 0);
    frame.writeUInt16BE(SYN_STREAM, 2);
    frame.writeUInt32BE(10 + block.length, 4);
    frame.writeUInt32BE(id, 8);
    this.#socket.write(Buffer.concat([frame, block]));
  }

  /** All header blocks of a connection are one stream of zlib. */
  #compressed(block: Buffer): Promise<Buffer> {
    return new Promise((resolve) => {
      const chunks: Buffer[] = [];
      const take = (chunk: Buffer): void => void chunks.push(chunk);
      this.#deflate.on('data', take);
      this.#deflate.write(block, () => {
        this.#deflate.flush(constants.Z_SYNC_FLUSH, () => {
          this.#deflate.off('data', take);
          resolve(Buffer.concat(chunks));
        });
      });
    });
  }

  #take(chunk: Buffer, listener: SpdyListener): void {
    let rest = Buffer.concat([this.#carry, chunk]);
    while (rest.length >= 8) {
      const length = rest.readUInt32BE(4) & 0xffffff;
      if (rest.length < 8 + length) break;
      this.#frame(rest.subarray(0, 8), rest.subarray(8, 8 + length), listener);
      rest = rest.subarray(8 + length);
    }
    this.#carry = rest;
  }

  /** Replies, settings and pings say nothing that an exec has to know. */
  #frame(head: Buffer, payload: Buffer, listener: SpdyListener): void {
    const first = head.readUInt32BE(0);
    if ((first & 0x80000000) === 0) {
      const type = this.#types.get(first);
      if (!type) return;
      if (payload.length > 0) listener.data(type, payload);
      if ((head[4] ?? 0) & FIN) listener.ended(type);
      return;
    }
    if ((first & 0xffff) === SYN_REPLY && --this.#unanswered === 0) this.#answered();
    if ((first & 0xffff) !== RST_STREAM) return;
    const type = this.#types.get(payload.readUInt32BE(0));
    if (type) listener.ended(type);
  }
}

const SYN_STREAM = 1;
const SYN_REPLY = 2;
const RST_STREAM = 3;
const FIN = 1;

function headerBlock(headers: Readonly<Record<string, string>>): Buffer {
  const parts = [uint32(Object.keys(headers).length)];
  for (const text of Object.entries(headers).flat()) parts.push(uint32(text.length), Buffer.from(text));
  return Buffer.concat(parts);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function upgrade(url: string): Promise<{ socket: Socket; head: Buffer }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      method: 'POST',
      agent: false,
      headers: {
        Connection: 'Upgrade',
        Upgrade: 'SPDY/3.1',
        'X-Stream-Protocol-Version': 'v4.channel.k8s.io',
        'Content-Length': 0,
      },
    });
    outgoing.once('upgrade', (_response, socket: Socket, head: Buffer) => resolve({ socket, head }));
    outgoing.once('response', (response) => {
      response.resume();
      reject(new Error(`the streaming server answered with status ${response.statusCode}`));
    });
    outgoing.once('error', reject);
    outgoing.end();
  });
}
