import type { Interrupts } from './interrupts.js';

/** Where input goes. */
export interface InputTarget {
  type(data: Uint8Array): Promise<void>;
  feed(data: Uint8Array): Promise<void>;
  endInput(): Promise<void>;
}

/**
 * Sends stdin to a command. Keys of a terminal are sent one by one, unchanged; a pipe or a file goes through a
 * separate pipe, so that no byte is taken as a key, and its end closes the input.
 */
export class PersonInput implements Disposable {
  readonly #stdin: NodeJS.ReadStream;
  readonly #cleanUp: (() => void)[] = [];

  constructor(stdin: NodeJS.ReadStream, target: InputTarget, interrupts: Interrupts) {
    this.#stdin = stdin;
    if (stdin.isTTY) this.#readKeys(target, interrupts);
    else this.#readPipe(target);
  }

  [Symbol.dispose](): void {
    for (const clean of this.#cleanUp.splice(0)) clean();
    this.#stdin.removeAllListeners('data').removeAllListeners('end').pause();
    // Does not wait for the writer of the pipe.
    this.#stdin.unref?.();
    if (!this.#stdin.isTTY) this.#stdin.destroy();
  }

  #readKeys(target: InputTarget, interrupts: Interrupts): void {
    const raw = (): void => void this.#stdin.setRawMode(true);
    raw();
    // Somebody stopped us, and a shell has changed the terminal meanwhile.
    process.on('SIGCONT', raw);
    this.#cleanUp.push(
      () => process.off('SIGCONT', raw),
      () => this.#stdin.setRawMode(false),
    );
    this.#stdin.on('data', (keys: Buffer) => {
      const passed = interrupts.pass(keys);
      if (passed.length > 0) void target.type(passed).catch(() => {});
    });
  }

  #readPipe(target: InputTarget): void {
    // The command begins when its input is open, also where nothing comes for long, or ever.
    void target.feed(new Uint8Array()).catch(() => {});
    this.#stdin.on('data', (data: Buffer) => {
      this.#stdin.pause();
      // A command that has ended, or reads nothing, takes nothing more.
      void target.feed(data).then(
        () => this.#stdin.resume(),
        () => {},
      );
    });
    this.#stdin.once('end', () => void target.endInput().catch(() => {}));
  }
}
