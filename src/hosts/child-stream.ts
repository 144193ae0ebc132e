import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Socket } from 'node:net';
import { constants } from 'node:os';
import { type HostStream, hostDefaults, type StreamEnd } from './host.js';

/** The stream of a program that runs as a child of this process. */
export class ChildStream implements HostStream {
  readonly closed: Promise<StreamEnd>;
  readonly #child: ChildProcessWithoutNullStreams;

  constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child;
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-hostDefaults.stderrTailBytes);
    });
    // The close event tells what happened; a broken pipe before it adds nothing.
    child.stdin.on('error', () => {});
    child.stdout.on('error', () => {});
    this.closed = new Promise((resolve) => {
      child.once('error', (error) => resolve({ code: undefined, stderr, error }));
      child.once('close', (code, signal) =>
        resolve({ code: childExitCode(code, signal), stderr, error: undefined }),
      );
    });
  }

  write(data: string | Uint8Array): boolean {
    return this.#child.stdin.writable ? this.#child.stdin.write(data) : true;
  }

  drained(): Promise<void> {
    const { stdin } = this.#child;
    if (!stdin.writableNeedDrain || !stdin.writable) return Promise.resolve();
    return Promise.race([
      new Promise<void>((resolve) => stdin.once('drain', resolve)),
      this.closed.then(() => undefined),
    ]);
  }

  end(): void {
    this.#child.stdin.end();
  }

  onData(listener: (chunk: Buffer) => void): void {
    this.#child.stdout.on('data', listener);
  }

  pause(): void {
    this.#child.stdout.pause();
  }

  resume(): void {
    this.#child.stdout.resume();
  }

  async close(): Promise<void> {
    this.end();
    // What is still on its way is of no interest, but unread it would keep the program from ending.
    this.#child.stdout.removeAllListeners('data').resume();
    const kill = setTimeout(() => {
      this.#child.kill('SIGKILL');
      // A tmux client hands its pipes on to the server, and one that hangs would hold them for ever.
      this.#child.stdout.destroy();
      this.#child.stderr.destroy();
    }, hostDefaults.closeGraceMs);
    await this.closed;
    clearTimeout(kill);
  }

  unref(): void {
    this.#child.unref();
    for (const pipe of [this.#child.stdin, this.#child.stdout, this.#child.stderr]) (pipe as Socket).unref();
  }
}

/** Shell convention: 128+n for a program that signal n ended. */
export function childExitCode(code: number | null, signal: NodeJS.Signals | null): number {
  if (code !== null) return code;
  return signal === null ? 1 : 128 + constants.signals[signal];
}
