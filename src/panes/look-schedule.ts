/**
 * When a watcher of a pane looks next: one timer, and one look at a time. What is wanted during a look leads to another
 * one behind it.
 *
 * @example
 * using schedule = new LookSchedule(() => this.#look());
 * schedule.want(150);
 */
export class LookSchedule implements Disposable {
  readonly #look: () => Promise<void> | void;
  #wantedAt: number | undefined;
  #isPatient = false;
  #timer: NodeJS.Timeout | undefined;
  #looking = false;
  #closed = false;

  constructor(look: () => Promise<void> | void) {
    this.#look = look;
  }

  /** A look is needed, at the latest so many milliseconds from now. */
  want(withinMs = 0): void {
    const at = performance.now() + withinMs;
    if (this.#wantedAt === undefined || at < this.#wantedAt) this.plan(at);
  }

  /**
   * Schedules the next capture for this moment of `performance.now()`, replacing any earlier plan; `undefined`:
   * none.
   *
   * @param isPatient whether the process may end before it
   */
  plan(at: number | undefined, { isPatient = false }: { readonly isPatient?: boolean } = {}): void {
    this.#wantedAt = at;
    this.#isPatient = isPatient;
    this.#arm();
  }

  /** What was wanted up to now has been seen by other means. */
  seen(): void {
    this.plan(undefined);
  }

  [Symbol.dispose](): void {
    this.#closed = true;
    this.seen();
  }

  #arm(): void {
    clearTimeout(this.#timer);
    if (this.#looking || this.#closed || this.#wantedAt === undefined) return;
    const waitMs = this.#wantedAt - performance.now();
    if (waitMs <= 0) return void this.#start();
    this.#timer = setTimeout(() => void this.#start(), waitMs);
    if (this.#isPatient) this.#timer.unref();
  }

  async #start(): Promise<void> {
    this.#wantedAt = undefined;
    this.#looking = true;
    try {
      await this.#look();
    } finally {
      this.#looking = false;
      this.#arm();
    }
  }
}
