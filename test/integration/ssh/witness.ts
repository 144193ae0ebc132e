import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';

/**
 * A named pipe that a program holds open. Its end is the event that the program and all its children are gone, which
 * no list of processes gives.
 */
export class Witness implements AsyncDisposable {
  /** Resolves when the program runs. */
  readonly started: Promise<unknown>;
  /** Resolves when nothing of it is left. */
  readonly gone: Promise<unknown>;
  readonly #folder: string;
  readonly #reader: ChildProcessByStdio<null, Readable, null>;
  /** The process group of the program, while it runs. */
  #group: number | undefined;

  static async create(): Promise<Witness> {
    const folder = await mkdtemp(join(tmpdir(), 'muxwright-witness-'));
    await promisify(execFile)('mkfifo', [join(folder, 'pipe')]);
    return new Witness(folder);
  }

  private constructor(folder: string) {
    this.#folder = folder;
    this.#reader = spawn('cat', [join(folder, 'pipe')], { stdio: ['ignore', 'pipe', 'ignore'] });
    this.started = once(this.#reader.stdout, 'data').then(([data]) => {
      this.#group = Number(data);
    });
    this.gone = once(this.#reader, 'close').then(() => {
      this.#group = undefined;
    });
    // A test that fails before it waits for these is told why by its own error.
    this.started.catch(() => {});
  }

  /** Runs a piece of shell, which should never end by itself, with the pipe open in all its processes. */
  argv(script: string): string[] {
    return ['sh', '-c', `exec 9>"$1"; echo $PPID >&9; ${script}`, 'sh', join(this.#folder, 'pipe')];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Left over only where the test has failed.
    if (this.#group !== undefined && this.#group > 1) process.kill(-this.#group, 'SIGKILL');
    this.#reader.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
