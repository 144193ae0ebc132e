/**
 * Work that runs one at a time, and once more for all calls that come meanwhile: what runs may have begun too early to
 * see what they are about. No caller gets a result from before its call.
 *
 * @example
 * const look = new Coalesced(() => this.#look());
 * pane.on('output', () => void look.run());
 */
export class Coalesced<T = void> {
  readonly #work: () => Promise<T>;
  #running: Promise<T> | undefined;
  #next: Promise<T> | undefined;

  constructor(work: () => Promise<T>) {
    this.#work = work;
  }

  /** Resolves, or rejects, with a run that began after the call. */
  run(): Promise<T> {
    // The next one may be about to begin, while nothing runs any more.
    if (this.#next !== undefined) return this.#next;
    if (!this.#running) return this.#begin();
    this.#next = this.#afterwards(this.#running);
    return this.#next;
  }

  /** Resolves when nothing runs and nothing is to run, however it went. */
  async settled(): Promise<void> {
    while (this.#running !== undefined) await (this.#next ?? this.#running).catch(() => {});
  }

  async #afterwards(running: Promise<T>): Promise<T> {
    await running.catch(() => {});
    this.#next = undefined;
    return this.#begin();
  }

  #begin(): Promise<T> {
    const running = this.#work().finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
    this.#running = running;
    return running;
  }
}
