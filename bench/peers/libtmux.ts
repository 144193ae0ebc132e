import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/**
 * libtmux, the Python library, in a process of its own that times itself: how it is asked is not measured.
 */
export class Libtmux implements AsyncDisposable {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #lines: AsyncIterator<string>;

  /** `undefined` where Python or libtmux is missing. */
  static async start(socket: string): Promise<Libtmux | undefined> {
    const libtmux = new Libtmux(socket);
    if ((await libtmux.#line()) === 'ready') return libtmux;
    return undefined;
  }

  private constructor(socket: string) {
    // Debian's own, which sees Debian's python3-libtmux even where another Python comes first.
    this.#child = spawn('/usr/bin/python3', [SCRIPT, socket], { detached: true });
    this.#child.on('error', () => {});
    this.#child.stdin.on('error', () => {});
    this.#child.stderr.resume();
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  /** Milliseconds that one command took. */
  async command(): Promise<number> {
    this.#child.stdin.write('\n');
    return Number(await this.#line());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.stdin.end();
    if (this.#child.exitCode === null) await once(this.#child, 'close');
  }

  async #line(): Promise<string | undefined> {
    const { value, done } = await this.#lines.next();
    return done ? undefined : value;
  }
}

const SCRIPT = fileURLToPath(new URL('libtmux-loop.py', import.meta.url));
