import { PatientTimer } from '../../model/index.js';

/** Counts what happens in all terminals of this process. */
class OpenTerminals {
  #changes = 0;
  readonly #waiting = new Set<() => void>();

  changes(): number {
    return this.#changes;
  }

  happened(): void {
    this.#changes++;
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }

  /** Resolves when something has happened since, at the latest after so long. */
  async next(since: number, withinMs: number): Promise<void> {
    if (this.#changes !== since) return;
    let wake = (): void => {};
    const happened = new Promise<void>((resolve) => {
      wake = resolve;
    });
    using _timer = new PatientTimer(withinMs, wake);
    this.#waiting.add(wake);
    await happened;
    this.#waiting.delete(wake);
  }
}

export const openTerminals = new OpenTerminals();
