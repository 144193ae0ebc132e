import { Deadline } from '../../model/index.js';
import { type HostStream, hostDefaults, type StreamEnd } from '../host.js';
import type { Pod } from './pod.js';
import type { PodProgram } from './pod-scripts.js';
import { PodSession, type PodSessionOptions } from './pod-session.js';

/** The stream of a program in a pod: a WebSocket of its own. */
export class PodStream implements HostStream {
  readonly closed: Promise<StreamEnd>;
  readonly session: PodSession;
  readonly #output: Output;

  private constructor(session: PodSession, output: Output) {
    this.session = session;
    this.#output = output;
    this.closed = session.ended.then(({ code, error }) => ({ code, error, stderr: output.stderr }));
  }

  static async open(
    pod: Pod,
    program: PodProgram,
    options: Omit<PodSessionOptions, 'listener' | 'input'>,
  ): Promise<PodStream> {
    const output = new Output();
    return new PodStream(await PodSession.start(pod, program, { ...options, listener: output }), output);
  }

  write(data: string | Uint8Array): boolean {
    return this.session.write(data);
  }

  drained(): Promise<void> {
    return Promise.race([this.session.drained(), this.closed.then(() => undefined)]);
  }

  end(): void {
    this.session.endInput();
  }

  onData(listener: (chunk: Buffer) => void): void {
    this.#output.handTo(listener);
    this.session.resume();
  }

  pause(): void {
    this.session.pause();
  }

  resume(): void {
    this.session.resume();
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
    this.session.unref();
  }

  async #kill(): Promise<void> {
    await this.session.kill().catch(() => undefined);
    // A child that has the output still open keeps the exec from ending, and so does a link that is gone.
    using deadline = new Deadline({ what: 'Closing a stream', timeoutMs: CLOSE_MS });
    await deadline.race(this.closed).catch(() => this.session.terminate());
  }
}

const CLOSE_MS = 5_000;

class Output {
  stderr = '';
  #listener: ((chunk: Buffer) => void) | undefined;
  /** What came before somebody could listen. */
  #early: Buffer[] = [];

  output(channel: 'stdout' | 'stderr', bytes: Buffer): void {
    if (channel === 'stderr')
      this.stderr = (this.stderr + bytes.toString()).slice(-hostDefaults.stderrTailBytes);
    else if (this.#listener) this.#listener(bytes);
    else this.#early.push(bytes);
  }

  handTo(listener: (chunk: Buffer) => void): void {
    this.#listener = listener;
    for (const chunk of this.#early.splice(0)) listener(chunk);
  }
}
