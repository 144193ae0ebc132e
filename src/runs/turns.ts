/** Lets a few callers in at a time; the others wait for their turn in order. */
export class Turns {
  readonly #atOnce: number;
  readonly #waiting: (() => void)[] = [];
  #working = 0;

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#working >= this.#atOnce) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#working++;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#working--;
    }
  }
}
