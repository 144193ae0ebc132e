/**
 * Shows those who wait for a paint what the screen is like now and then. A paint stands at an exact place of the output,
 * and under floods of several panes that can take seconds.
 */
export class Sketches implements Disposable {
  readonly #draw: () => Promise<void>;
  readonly #everyMs: number;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(draw: () => Promise<void>, everyMs: number) {
    this.#draw = draw;
    this.#everyMs = everyMs;
  }

  /** A paint is asked for. */
  begin(): void {
    if (this.#closed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#sketch(), this.#everyMs);
    this.#timer.unref();
  }

  /** It has come. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  [Symbol.dispose](): void {
    this.#closed = true;
    this.stop();
  }

  async #sketch(): Promise<void> {
    const timer = this.#timer;
    // What fails here fails the look as well, and is dealt with there.
    await this.#draw().catch(() => {});
    if (this.#timer === timer) this.begin();
  }
}
