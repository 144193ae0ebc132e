/** Hands out the one connection that there is, in the order in which it was asked for. */
export class Turns {
  #last: Promise<void> = Promise.resolve();
  #release: () => void = () => undefined;

  async take(): Promise<void> {
    const before = this.#last;
    let release = (): void => undefined;
    this.#last = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    this.#release = release;
  }

  give(): void {
    this.#release();
  }
}
