/** Work that nobody waits for, until whoever began it is closed. What fails in it is met again by who asks for it. */
export class UnderWay {
  readonly #works = new Set<Promise<void>>();

  begin(work: () => Promise<unknown>): Promise<void> {
    const begun = work().then(
      () => {},
      () => {},
    );
    this.#works.add(begun);
    return begun.finally(() => this.#works.delete(begun));
  }

  async done(): Promise<void> {
    while (this.#works.size > 0) await Promise.all(this.#works);
  }
}
