/** Something that is given things as they come, and can be waited on until something holds of them. */
export class WaitingReader {
  readonly #sleepers = new Set<() => void>();

  /** Waits until something holds of what it was given. */
  async until<T>(look: () => T | undefined | false): Promise<T> {
    for (;;) {
      const found = look();
      if (found !== undefined && found !== false) return found;
      await new Promise<void>((resolve) => {
        this.#sleepers.add(resolve);
      });
    }
  }

  /** Something has come. */
  protected changed(): void {
    const sleepers = [...this.#sleepers];
    this.#sleepers.clear();
    for (const wake of sleepers) wake();
  }
}
