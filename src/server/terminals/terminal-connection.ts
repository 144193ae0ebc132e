import type { RawData, WebSocket } from 'ws';
import { isMuxError, MuxError } from '../../model/index.js';
import {
  type JoinOptions,
  operationWords,
  type TerminalFrame,
  type TerminalHub,
  type TerminalRequest,
  type TerminalViewer,
  terminalLimits,
} from '../../operations/index.js';

/** One viewer behind a WebSocket. */
export class TerminalConnection {
  readonly #socket: WebSocket;
  #viewer: TerminalViewer | undefined;
  #pendingInput = 0;
  #answered = true;
  /** What comes before the viewer has joined is kept for it. */
  #joined: Promise<void> | undefined;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data, isBinary) => this.#message(data, isBinary));
    socket.on('pong', () => {
      this.#answered = true;
    });
    socket.on('error', () => socket.terminate());
    socket.once('close', () => void this.#left());
  }

  async open(hub: TerminalHub, options: JoinOptions): Promise<void> {
    this.#joined = this.#join(hub, options);
    await this.#joined;
  }

  /** Looks whether the other end is still there. */
  beat(): void {
    if (!this.#answered) return this.#socket.terminate();
    this.#answered = false;
    this.#socket.ping();
  }

  /** The server stops. */
  end(): void {
    this.#tell({ type: 'closed', reason: 'closed' });
    this.#close(GOING_AWAY);
  }

  async #join(hub: TerminalHub, options: JoinOptions): Promise<void> {
    try {
      this.#viewer = await hub.join(options, {
        frame: (frame) => this.#frame(frame),
        bytes: (data) => this.#send(data),
      });
      if (this.#socket.readyState !== this.#socket.OPEN) await this.#viewer.leave();
    } catch (error) {
      this.refuse(error);
    }
  }

  #frame(frame: TerminalFrame): void {
    this.#tell(frame);
    if (frame.type === 'closed') this.#close(NORMAL);
  }

  #message(data: RawData, isBinary: boolean): void {
    const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer);
    if (isBinary) return void this.#input(bytes);
    const request = requestIn(bytes);
    if (!request) return this.#tell(notUnderstood);
    if (request.type === 'ack') this.#viewer?.acknowledge(request.bytes);
    else void this.#joined?.then(() => this.#viewer?.resize(request.cols, request.rows));
  }

  /** What tmux does not take in time is not read from the network either. */
  async #input(bytes: Buffer): Promise<void> {
    this.#pendingInput += bytes.length;
    if (this.#pendingInput > terminalLimits.pendingInputBytes) this.#socket.pause();
    if (!this.#viewer) await this.#joined;
    await this.#viewer?.type(bytes);
    this.#pendingInput -= bytes.length;
    if (this.#pendingInput <= terminalLimits.pendingInputBytes && this.#socket.isPaused)
      this.#socket.resume();
  }

  async #left(): Promise<void> {
    await this.#joined;
    await this.#viewer?.leave();
  }

  /** Tells why it ends, and takes nothing more. */
  refuse(thrown: unknown): void {
    const error = isMuxError(thrown)
      ? thrown
      : new MuxError('INTERNAL_ERROR', 'The terminal cannot be opened.');
    const { code, message, advice } = error;
    this.#tell({ type: 'error', code, message, suggestion: advice?.in(operationWords) });
    this.#tell({ type: 'closed', reason: 'closed' });
    void this.#left();
    this.#close(code === 'UNAUTHENTICATED' ? POLICY : NORMAL, message);
  }

  #tell(frame: TerminalFrame): void {
    this.#send(JSON.stringify(frame));
  }

  #send(data: Uint8Array | string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#socket.send(data);
    // Bytes are bounded by acknowledgements. This is reached only by a client that provokes errors and reads none of
    // them.
    if (this.#socket.bufferedAmount > MOST_UNSENT_BYTES) this.#socket.terminate();
  }

  #close(code: number, reason = ''): void {
    this.#socket.close(code, Buffer.from(reason).subarray(0, MOST_REASON_BYTES).toString());
    // A client that does not close in time is cut off.
    const timer = setTimeout(() => this.#socket.terminate(), GOODBYE_MS);
    this.#socket.once('close', () => clearTimeout(timer));
  }
}

const NORMAL = 1000;
const GOING_AWAY = 1001;
const POLICY = 1008;
const GOODBYE_MS = 2_000;
/** The protocol has room for 123; one character that is cut may become three bytes. */
const MOST_REASON_BYTES = 120;
const MOST_UNSENT_BYTES = 32 * 1024 * 1024;

const notUnderstood: TerminalFrame = {
  type: 'error',
  code: 'INVALID_ARGUMENT',
  message: 'The message is invalid.',
  suggestion: 'Text messages are JSON of type ack or resize; send keyboard input as binary messages.',
};

function requestIn(bytes: Buffer): TerminalRequest | undefined {
  try {
    const value = JSON.parse(bytes.toString()) as Partial<Record<string, unknown>> | null;
    if (value?.type === 'ack' && typeof value.bytes === 'number') return { type: 'ack', bytes: value.bytes };
    const { type, cols, rows } = value ?? {};
    if (type === 'resize' && typeof cols === 'number' && typeof rows === 'number')
      return { type, cols, rows };
    return undefined;
  } catch {
    return undefined;
  }
}
