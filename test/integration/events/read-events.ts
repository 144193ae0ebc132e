import type { Answer } from '../operations/open-operations.js';

/** Events as they come, kept, so that a test can wait for one that came already. */
export class ReadEvents implements AsyncDisposable {
  readonly all: Answer[] = [];
  readonly #abort = new AbortController();
  readonly #reading: Promise<void>;
  #wake: () => void = () => {};
  #ended = false;
  #failure: unknown;

  constructor(open: (signal: AbortSignal) => AsyncIterable<Answer>) {
    this.#reading = this.#read(open(this.#abort.signal));
  }

  /** The first event that fits, whenever it comes. */
  async first(fits: (event: Answer) => boolean): Promise<Answer> {
    for (let next = 0; ; ) {
      for (; next < this.all.length; next++) if (fits(this.all[next])) return this.all[next];
      if (this.#failure) throw this.#failure;
      if (this.#ended) throw new Error(`No event fits of ${JSON.stringify(this.all)}`);
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  of(type: string, target?: string): Answer[] {
    return this.all.filter(
      (event) => event.type === type && (target === undefined || event.target === target),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#abort.abort();
    await this.#reading;
  }

  async #read(events: AsyncIterable<Answer>): Promise<void> {
    try {
      for await (const event of events) {
        this.all.push(event);
        this.#wake();
      }
    } catch (error) {
      this.#failure = error;
    }
    this.#ended = true;
    this.#wake();
  }
}
