import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';

/**
 * The process that owns an engine. It says a word for each thing that happens, and stops the engine when its input ends, to
 * which the kernel sees when this process is killed.
 */
export class Keeper {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #exited: Promise<unknown>;
  #waiting: { words: readonly string[]; resolve: (word: string) => void }[] = [];

  constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child;
    this.#exited = new Promise((resolve) => child.once('close', resolve));
    child.stdin.on('error', () => {});
    child.stderr.resume();
    createInterface({ input: child.stdout }).on('line', (word) => this.#hear(word));
    // A program that forgets to stop its engine may end all the same, and the engine ends with it.
    child.unref();
    for (const pipe of [child.stdin, child.stdout, child.stderr]) (pipe as Socket).unref();
  }

  /** The next of these words that it says; to be asked before the cause is given. */
  said(...words: readonly string[]): Promise<string> {
    return new Promise((resolve) => this.#waiting.push({ words, resolve }));
  }

  tell(word: string): void {
    this.#child.stdin.write(`${word}\n`);
  }

  async end(): Promise<void> {
    this.#child.stdin.end();
    await this.hold(this.#exited);
  }

  /** Keeps this process from ending while it waits for something of the keeper. */
  async hold<T>(work: Promise<T>): Promise<T> {
    const stdout = this.#child.stdout as Socket;
    stdout.ref();
    this.#child.ref();
    try {
      return await work;
    } finally {
      stdout.unref();
      this.#child.unref();
    }
  }

  #hear(word: string): void {
    const heard = this.#waiting.filter(({ words }) => words.includes(word));
    this.#waiting = this.#waiting.filter((each) => !heard.includes(each));
    for (const { resolve } of heard) resolve(word);
  }
}
