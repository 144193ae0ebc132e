import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Place, tmuxArgv } from '../places/place.js';
import type { Watcher } from '../programs/printing.js';

/** The least that a watcher of output can do: count the escaped bytes of one pane, and decode nothing. */
export class BareReader implements Watcher {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #prefix: string;
  #rest = '';
  #left: number;
  #onAttached: () => void = () => {};
  #onSeen: () => void = () => {};

  static async attach(place: Place, pane: string, escapedBytes: number): Promise<BareReader> {
    const reader = new BareReader(
      tmuxArgv(place, '-C', 'attach-session', '-E', '-t', pane),
      pane,
      escapedBytes,
    );
    await new Promise<void>((resolve) => {
      reader.#onAttached = resolve;
    });
    return reader;
  }

  private constructor([program = '', ...args]: readonly string[], pane: string, escapedBytes: number) {
    this.#prefix = `%output ${pane} `;
    this.#left = escapedBytes;
    this.#child = spawn(program, args, { detached: true });
    this.#child.stdout.on('data', (chunk: Buffer) => this.#take(chunk.toString('latin1')));
    this.#child.stderr.resume();
  }

  async seen(): Promise<void> {
    if (this.#left <= 0) return;
    await new Promise<void>((resolve) => {
      this.#onSeen = resolve;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.stdin.end();
    if (this.#child.exitCode === null) await once(this.#child, 'close');
  }

  #take(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.startsWith(this.#prefix)) this.#left -= line.length - this.#prefix.length;
      else if (line.startsWith('%end ')) this.#onAttached();
    }
    if (this.#left <= 0) this.#onSeen();
  }
}
