import { type ClientHttp2Session, connect } from 'node:http2';
import { connect as dial } from 'node:net';
import { MuxError, onAbort } from '../../model/index.js';

/** A message of protobuf: the number of each field with its value. Fields without a value are left out. */
export interface ProtoMessage {
  readonly [field: number]: ProtoValue | readonly ProtoValue[] | undefined;
}

type ProtoValue = string | number | boolean | ProtoMessage;

/**
 * The little of gRPC that the container runtime interface needs: calls with one request and one reply, over a Unix
 * socket. `node:http2` brings everything but five bytes in front of each message and the encoding of its fields.
 *
 * @example
 * const [id] = await client.call('runtime.v1.RuntimeService/RunPodSandbox', { 1: config });
 */
export class GrpcClient {
  readonly #socketPath: string;
  #session: ClientHttp2Session | undefined;

  constructor(socketPath: string) {
    this.#socketPath = socketPath;
  }

  /** Gives the texts of the fields of the reply that are texts, by their number. */
  call(method: string, request: ProtoMessage, signal?: AbortSignal): Promise<ReadonlyMap<number, string>> {
    return new Promise((resolve, reject) => {
      const session = this.#open(reject);
      const stream = session.request({
        ':method': 'POST',
        ':path': `/${method}`,
        'content-type': 'application/grpc',
        te: 'trailers',
      });
      const chunks: Buffer[] = [];
      let status: string | undefined;
      let message = '';
      const note = (headers: Record<string, unknown>): void => {
        if (headers['grpc-status'] === undefined) return;
        status = String(headers['grpc-status']);
        message = decodeURIComponent(String(headers['grpc-message'] ?? ''));
      };
      const abort = (): void => void stream.destroy(new Error(`${method} was given up`));
      const stopListening = signal && onAbort(signal, abort);
      stream.on('response', note);
      stream.on('trailers', note);
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.once('error', reject);
      stream.once('close', () => {
        stopListening?.();
        if (status === '0') resolve(texts(Buffer.concat(chunks).subarray(FRAME_BYTES)));
        else reject(refused(method, status, message));
      });
      stream.end(framed(encode(request)));
    });
  }

  close(): void {
    this.#session?.destroy();
    this.#session = undefined;
  }

  #open(onError: (error: Error) => void): ClientHttp2Session {
    if (this.#session && !this.#session.destroyed && !this.#session.closed) return this.#session;
    const session = connect('http://localhost', { createConnection: () => dial(this.#socketPath) });
    // Told to each caller by its own stream as well; without a listener it would end the process.
    session.on('error', () => {});
    session.once('error', onError);
    session.once('close', () => {
      if (this.#session === session) this.#session = undefined;
    });
    session.unref();
    this.#session = session;
    return session;
  }
}

/** One byte that says whether it is compressed, and four with the length. */
const FRAME_BYTES = 5;

function framed(message: Buffer): Buffer {
  const head = Buffer.alloc(FRAME_BYTES);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}

function encode(message: ProtoMessage): Buffer {
  const parts: Buffer[] = [];
  for (const [field, value] of Object.entries(message)) {
    const values = Array.isArray(value) ? value : [value];
    for (const one of values as (ProtoValue | undefined)[]) {
      if (one !== undefined) parts.push(encodeField(Number(field), one));
    }
  }
  return Buffer.concat(parts);
}

function encodeField(field: number, value: ProtoValue): Buffer {
  if (typeof value === 'number' || typeof value === 'boolean') {
    return Buffer.concat([varint(field << 3), varint(Number(value))]);
  }
  const bytes = typeof value === 'string' ? Buffer.from(value) : encode(value);
  return Buffer.concat([varint((field << 3) | LENGTH_DELIMITED), varint(bytes.length), bytes]);
}

const LENGTH_DELIMITED = 2;

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 0x7f) {
    bytes.push((rest & 0x7f) | 0x80);
    rest >>>= 7;
  }
  return Buffer.from([...bytes, rest]);
}

function texts(message: Buffer): Map<number, string> {
  const found = new Map<number, string>();
  let at = 0;
  const readVarint = (): number => {
    let [value, shift] = [0, 0];
    for (;;) {
      const byte = message[at++] ?? 0;
      value += (byte & 0x7f) * 2 ** shift;
      shift += 7;
      if (byte < 0x80) return value;
    }
  };
  while (at < message.length) {
    const key = readVarint();
    if ((key & 7) !== LENGTH_DELIMITED) {
      readVarint();
      continue;
    }
    const length = readVarint();
    found.set(key >>> 3, message.toString('utf8', at, at + length));
    at += length;
  }
  return found;
}

function refused(method: string, status: string | undefined, message: string): MuxError {
  const why = message || (status === undefined ? 'the connection ended' : `status ${status}`);
  return new MuxError('HOST_IO_FAILED', `containerd refused ${method}: ${why}.`, {
    details: { method, status },
  });
}
