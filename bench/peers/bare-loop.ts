import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Place, tmuxArgv } from '../places/place.js';

/**
 * The least that a control-mode client can do: write lines, count the blocks that end. No fence, no deadline, no
 * errors, no text. What it takes is the price of tmux and of the pipe.
 */
export class BareLoop implements AsyncDisposable {
  readonly #child: ChildProcessWithoutNullStreams;
  #rest = '';
  #blocksLeft = 1;
  #done: () => void = () => {};

  /** `undefined` where a program cannot be started at the place without us. */
  static async attach(place: Place): Promise<BareLoop | undefined> {
    const attach = tmuxArgv(place, '-C', 'attach-session', '-E', '-f', 'no-output,ignore-size');
    const argv = place.commandLine?.argv(attach, 'input');
    if (!argv) return undefined;
    const loop = new BareLoop(argv);
    await new Promise<void>((resolve) => {
      loop.#done = resolve;
    });
    return loop;
  }

  private constructor([program = '', ...args]: readonly string[]) {
    this.#child = spawn(program, args, { detached: true });
    this.#child.stdout.on('data', (chunk: Buffer) => this.#take(chunk.toString('latin1')));
    this.#child.stderr.resume();
  }

  /** Sends lines, each a command that gives one block, and resolves when all blocks have come. */
  send(lines: string, blocks: number): Promise<void> {
    return new Promise((resolve) => {
      this.#blocksLeft = blocks;
      this.#done = resolve;
      this.#child.stdin.write(lines);
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
      if (line.startsWith('%end ') && --this.#blocksLeft === 0) this.#done();
    }
  }
}
