/** Writes that nobody waits for when they begin. Whoever closes what they are written to waits for them all. */
export class PendingWrites {
  readonly #writes = new Set<Promise<void>>();

  /** A store that cannot be written to is met by the next call that asks for something; what fails here is dropped. */
  add(writing: Promise<void>): void {
    const settled: Promise<void> = writing
      .catch(() => {})
      .finally(() => {
        this.#writes.delete(settled);
      });
    this.#writes.add(settled);
  }

  /** Resolves when nothing is being written any more. */
  async settled(): Promise<void> {
    while (this.#writes.size > 0) await Promise.all(this.#writes);
  }
}
