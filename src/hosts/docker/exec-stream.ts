import type { Socket } from 'node:net';
import { type HostStream, hostDefaults, type StreamEnd } from '../host.js';
import { type ExecChannel, ExecDemux } from './exec-demux.js';
import type { ExecEnd, ExecSession } from './exec-session.js';

/** The stream of a program in a container: one connection to the engine, handed over by it. */
export class ExecStream implements HostStream {
  readonly closed: Promise<StreamEnd>;
  /** As `closed`, with what only the host needs to know. */
  readonly ended: Promise<ExecEnd>;
  readonly #socket: Socket;
  readonly #session: ExecSession;
  #listener: ((chunk: Buffer) => void) | undefined;
  /** What came while the program was starting, before somebody could listen. */
  #early: Buffer[] = [];
  #stderr = '';

  constructor(session: ExecSession, socket: Socket, head: Buffer) {
    this.#session = session;
    this.#socket = socket;
    const demux = new ExecDemux((channel, bytes) => this.#take(channel, bytes));
    // The end of the connection tells what happened; a broken pipe before it adds nothing.
    socket.on('error', () => {});
    // The engine takes no more input then, and bytes that wait to be sent would keep the connection open for ever.
    socket.once('end', () => socket.destroy());
    this.ended = new Promise((resolve) => {
      socket.once('close', () => void session.end().then(resolve));
    });
    this.closed = this.ended.then(({ code, error }) => ({ code, error, stderr: this.#stderr }));
    socket.on('data', (chunk: Buffer) => {
      try {
        demux.push(chunk);
      } catch (error) {
        socket.destroy(error as Error);
      }
    });
    if (head.length > 0) demux.push(head);
  }

  write(data: string | Uint8Array): boolean {
    return this.#socket.writable ? this.#socket.write(data) : true;
  }

  drained(): Promise<void> {
    if (!this.#socket.writableNeedDrain || !this.#socket.writable) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        this.#socket.off('drain', done).off('close', done);
        resolve();
      };
      this.#socket.once('drain', done).once('close', done);
    });
  }

  end(): void {
    this.#socket.end();
  }

  onData(listener: (chunk: Buffer) => void): void {
    this.#listener = listener;
    for (const chunk of this.#early.splice(0)) listener(chunk);
    this.#socket.resume();
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  async close(): Promise<void> {
    this.end();
    // What is still on its way is of no interest, but unread it would keep the program from ending.
    this.onData(() => {});
    const kill = setTimeout(() => void this.#kill(), hostDefaults.closeGraceMs);
    await this.closed;
    clearTimeout(kill);
  }

  unref(): void {
    this.#socket.unref();
  }

  /** All that the program printed, where it is known to have ended and nobody listens. */
  async text(): Promise<string> {
    const chunks: Buffer[] = [];
    this.onData((chunk) => chunks.push(chunk));
    await this.ended;
    this.#early = chunks;
    this.#listener = undefined;
    return Buffer.concat(chunks).toString();
  }

  async #kill(): Promise<void> {
    // Whatever comes of it, the connection must not stay: the engine keeps it open for a child that holds stdout.
    await this.#session.kill().catch(() => undefined);
    this.#socket.destroy();
  }

  #take(channel: ExecChannel, bytes: Buffer): void {
    if (channel === 'stderr') {
      this.#stderr = (this.#stderr + bytes.toString()).slice(-hostDefaults.stderrTailBytes);
    } else if (this.#listener) {
      this.#listener(bytes);
    } else {
      this.#early.push(bytes);
    }
  }
}
