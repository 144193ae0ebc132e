import type { Output } from './output.js';

/** Soon enough for a waiting person, late enough not to flicker. */
const LATE_MS = 400;

/** One line on stderr that says what is waited for, where stderr is a terminal, and goes away again. */
export class ProgressLine implements Disposable {
  readonly #output: Output;
  #timer: NodeJS.Timeout | undefined;
  #shown = false;

  constructor(output: Output) {
    this.#output = output;
  }

  /** An empty message takes the line away. */
  show(message: string): void {
    this.#clear();
    if (message === '' || !this.#output.liveError) return;
    this.#timer = setTimeout(() => {
      this.#shown = true;
      // A line that wrapped could not be taken away again.
      this.#output.printError(`\x1b[?7l\r\x1b[K${this.#output.errorStyle.dim(`${message} …`)}\x1b[?7h`);
    }, LATE_MS);
    this.#timer.unref();
  }

  [Symbol.dispose](): void {
    this.#clear();
  }

  #clear(): void {
    clearTimeout(this.#timer);
    if (this.#shown) this.#output.printError('\r\x1b[K');
    this.#shown = false;
  }
}
