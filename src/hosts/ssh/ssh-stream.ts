import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { ChildStream } from '../child-stream.js';
import { type HostStream, hostDefaults, type StreamEnd } from '../host.js';
import { linkLost } from './ssh-error.js';
import { withoutEndMark } from './ssh-run.js';

export interface SshStreamOptions {
  readonly place: string;
  readonly program: string;
  readonly marker: string;
  /** Kills the program at the other end, over another channel. */
  readonly kill: () => Promise<void>;
}

/** How long killing it over another channel may take, on a link that may be dead. */
const KILL_MS = 2_000;

/** The exit code of a program that SIGKILL ended. */
const KILLED = 137;

/** The stream of a program at the other end, through an ssh on this one. */
export class SshStream implements HostStream {
  readonly closed: Promise<StreamEnd>;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #inner: ChildStream;
  readonly #kill: () => Promise<void>;
  #killed = false;
  /** The signal that ended the ssh on this side, which says nothing of the program. */
  #signal: NodeJS.Signals | null = null;

  constructor(child: ChildProcessWithoutNullStreams, options: SshStreamOptions) {
    this.#child = child;
    this.#inner = new ChildStream(child);
    this.#kill = options.kill;
    this.closed = this.#inner.closed.then((end) => this.#explainEnd(end, options));
    child.once('exit', (_code, signal) => {
      this.#signal = signal;
    });
    child.stderr.resume();
  }

  write(data: string | Uint8Array): boolean {
    return this.#inner.write(data);
  }

  drained(): Promise<void> {
    return this.#inner.drained();
  }

  end(): void {
    this.#inner.end();
  }

  onData(listener: (chunk: Buffer) => void): void {
    this.#inner.onData(listener);
    this.#inner.resume();
  }

  pause(): void {
    this.#inner.pause();
  }

  resume(): void {
    this.#inner.resume();
  }

  async close(): Promise<void> {
    this.#inner.end();
    // What is still on its way is of no interest, but unread it would keep the program from ending.
    this.#child.stdout.removeAllListeners('data').resume();
    if (!(await this.#endsWithin(hostDefaults.closeGraceMs))) {
      this.#killed = true;
      void this.#kill();
      await this.#endsWithin(KILL_MS);
    }
    await this.#inner.close();
  }

  unref(): void {
    this.#inner.unref();
  }

  async #endsWithin(milliseconds: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), milliseconds);
    });
    const ended = await Promise.race([this.closed.then(() => true), late]);
    clearTimeout(timer);
    return ended;
  }

  /** ssh ends with 255 when the link breaks, and so may the program: then the script has said so. */
  #explainEnd(end: StreamEnd, { marker, place, program }: SshStreamOptions): StreamEnd {
    if (this.#killed) return { ...end, code: KILLED };
    if (end.code !== 255 && this.#signal === null) return end;
    const stderr = this.#signal === null ? withoutEndMark(Buffer.from(end.stderr), marker) : undefined;
    if (stderr !== undefined) return { ...end, stderr: stderr.toString() };
    return { code: undefined, stderr: end.stderr, error: linkLost(place, program, end.stderr) };
  }
}
