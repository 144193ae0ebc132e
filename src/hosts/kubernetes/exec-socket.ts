import type { Socket } from 'node:net';
import type { RawData, WebSocket } from 'ws';

/** How an exec ended, as its status says: a code, or why there is none. */
export interface ExecStatus {
  readonly code: number | undefined;
  /** Why the program was not started or not waited for, where the runtime says so. */
  readonly failure: string | undefined;
}

export interface ExecListener {
  output(channel: 'stdout' | 'stderr', bytes: Buffer): void;
  /** Once: nothing comes any more. `undefined` where the connection broke before there was a status. */
  closed(status: ExecStatus | undefined): void;
}

/**
 * The WebSocket of an exec, `v5.channel.k8s.io` or `v4.channel.k8s.io`: the first byte of each message names its channel. A
 * connection that ends without a status is never taken for success.
 */
export class ExecSocket {
  /** Whether the end of the input can be told. */
  readonly endsInput: boolean;
  readonly #socket: WebSocket;
  readonly #transport: Socket | undefined;
  readonly #probe: () => Promise<unknown>;
  readonly #pings: NodeJS.Timeout;
  #status: ExecStatus | undefined;
  #heard = true;
  #probing = false;
  #forgotten = false;
  #drains: (() => void)[] = [];

  /**
   * `socket`: open and paused. `probe`: whether the API server answers at all, asked where no ping was answered: a server
   * that waits for the program to read its input answers none.
   */
  constructor(socket: WebSocket, transport: Socket | undefined, probe: () => Promise<unknown>) {
    this.#socket = socket;
    this.#transport = transport;
    this.#probe = probe;
    this.endsInput = socket.protocol === V5;
    this.#pings = setInterval(() => this.#ping(), PING_MS).unref();
  }

  listen(listener: ExecListener): void {
    this.#socket.on('pong', () => this.#hear());
    this.#socket.on('message', (data: RawData) => {
      this.#hear();
      this.#take(data as Buffer, listener);
    });
    this.#socket.once('close', () => {
      clearInterval(this.#pings);
      this.#drain();
      listener.closed(this.#status);
    });
  }

  /** `false` where more is on its way than is good. */
  write(data: string | Uint8Array): boolean {
    if (this.#socket.readyState !== OPEN) return true;
    const bytes = typeof data === 'string' ? Buffer.from(data) : data;
    for (let at = 0; at < bytes.length; at += FRAME_BYTES) {
      const frame = Buffer.concat([STDIN, bytes.subarray(at, at + FRAME_BYTES)]);
      this.#socket.send(frame, () => this.#drained());
    }
    return this.#socket.bufferedAmount <= HIGH_WATER;
  }

  /** Resolves when what was written has left this process, or nothing can be written any more. */
  drained(): Promise<void> {
    if (this.#socket.readyState !== OPEN || this.#socket.bufferedAmount === 0) return Promise.resolve();
    return new Promise((resolve) => this.#drains.push(resolve));
  }

  endInput(): void {
    if (this.endsInput && this.#socket.readyState === OPEN) this.#socket.send(END_OF_STDIN);
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  /** Breaks the connection off. */
  terminate(): void {
    // One that is paused would not see its own end.
    this.#socket.resume();
    this.#socket.terminate();
  }

  unref(): void {
    this.#forgotten = true;
    this.#transport?.unref();
  }

  #take(message: Buffer, listener: ExecListener): void {
    const [channel] = message;
    const bytes = message.subarray(1);
    if (channel === 1 || channel === 2) {
      if (bytes.length > 0) listener.output(channel === 1 ? 'stdout' : 'stderr', bytes);
    } else if (channel === 3 && bytes.length > 0) {
      this.#status = readStatus(bytes.toString());
      // The server closes after it; one that does not is not waited for.
      const timer = setTimeout(() => this.terminate(), CLOSE_MS);
      if (this.#forgotten) timer.unref();
      this.#socket.once('close', () => clearTimeout(timer));
      this.#socket.close(1000);
    }
  }

  #hear(): void {
    this.#heard = true;
  }

  #ping(): void {
    if (this.#socket.readyState !== OPEN || this.#socket.isPaused) return;
    if (!this.#heard && !this.#probing) {
      this.#probing = true;
      this.#probe()
        .catch(() => this.terminate())
        .finally(() => {
          this.#probing = false;
        });
    }
    this.#heard = false;
    this.#socket.ping();
  }

  #drained(): void {
    if (this.#socket.bufferedAmount === 0) this.#drain();
  }

  #drain(): void {
    for (const resolve of this.#drains.splice(0)) resolve();
  }
}

export const V5 = 'v5.channel.k8s.io';
export const V4 = 'v4.channel.k8s.io';

const OPEN = 1;
const STDIN = Buffer.from([0]);
const END_OF_STDIN = Buffer.from([255, 0]);
const FRAME_BYTES = 32 * 1024;
const HIGH_WATER = 1024 * 1024;
/** Proxies and load balancers close what is idle, many after a minute. */
const PING_MS = 20_000;
const CLOSE_MS = 5_000;

interface StatusDocument {
  readonly status?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly details?: { readonly causes?: readonly { readonly reason?: string; readonly message?: string }[] };
}

function readStatus(text: string): ExecStatus {
  let document: StatusDocument;
  try {
    document = JSON.parse(text) as StatusDocument;
  } catch {
    return { code: undefined, failure: text.trim() };
  }
  if (document.status === 'Success') return { code: 0, failure: undefined };
  const cause = document.details?.causes?.find(({ reason }) => reason === 'ExitCode')?.message;
  const code = Number(cause);
  if (document.reason === 'NonZeroExitCode' && cause !== undefined && Number.isInteger(code)) {
    return { code, failure: undefined };
  }
  return { code: undefined, failure: document.message ?? text.trim() };
}
