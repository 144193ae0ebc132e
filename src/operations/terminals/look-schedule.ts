/** When to look next: as soon as somebody needs it, one look at a time, and those that can wait together. */
export class LookSchedule implements Disposable {
  readonly #look: () => Promise<void>;
  #wantedAt: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #looking = false;
  #closed = false;

  constructor(look: () => Promise<void>) {
    this.#look = look;
  }

  /** A look is needed, at the latest so many milliseconds from now. */
  want(withinMs = 0): void {
    const at = performance.now() + withinMs;
    if (this.#wantedAt !== undefined && this.#wantedAt <= at) return;
    this.#wantedAt = at;
    this.#plan();
  }

  /** It has been looked: all who wanted it before are served. */
  seen(): void {
    this.#wantedAt = undefined;
    clearTimeout(this.#timer);
  }

  [Symbol.dispose](): void {
    this.#closed = true;
    this.seen();
  }

  #plan(): void {
    if (this.#looking || this.#closed || this.#wantedAt === undefined) return;
    clearTimeout(this.#timer);
    const waitMs = this.#wantedAt - performance.now();
    if (waitMs <= 0) return void this.#start();
    this.#timer = setTimeout(() => void this.#start(), waitMs);
    this.#timer.unref();
  }

  async #start(): Promise<void> {
    this.#looking = true;
    await this.#look().catch(() => this.seen());
    this.#looking = false;
    this.#plan();
  }
}
