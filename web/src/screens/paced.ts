/** The part of a frame that may be spent on it: there is time left to draw, and for keys and scrolling. */
const budgetMs = 5;

/**
 * Does things one after the other, no more in one frame than there is time for. What is to be done for the same key
 * before its turn comes is done once, as it was said last.
 */
export class Paced {
  readonly #waiting = new Map<string, () => void>();
  #isDue = false;

  add(key: string, work: () => void): void {
    this.#waiting.set(key, work);
    if (this.#isDue) return;
    this.#isDue = true;
    requestAnimationFrame(() => this.#work());
  }

  #work(): void {
    const end = performance.now() + budgetMs;
    for (const [key, work] of this.#waiting) {
      this.#waiting.delete(key);
      work();
      if (performance.now() >= end) break;
    }
    this.#isDue = this.#waiting.size > 0;
    if (this.#isDue) requestAnimationFrame(() => this.#work());
  }
}
