/**
 * One question for all who ask it at the same time, where an answer costs much. Nobody gets an answer that is older than
 * the own call: who asks while a question is under way shares the next one, which is asked when that has its answer.
 *
 * @example
 * const panes = new SharedQuestion(() => tmux.panes());
 * const [one, other] = await Promise.all([panes.ask(), panes.ask()]);
 */
export class SharedQuestion<Answer> {
  readonly #question: () => Promise<Answer>;
  #asked: Promise<Answer> | undefined;
  #next: Promise<Answer> | undefined;

  constructor(question: () => Promise<Answer>) {
    this.#question = question;
  }

  ask(): Promise<Answer> {
    if (!this.#asked) return this.#begin();
    const again = (): Promise<Answer> => this.#begin();
    this.#next ??= this.#asked.then(again, again);
    return this.#next;
  }

  #begin(): Promise<Answer> {
    this.#next = undefined;
    const asked = this.#question().finally(() => {
      // Whoever waits for this answer has begun the next question by now.
      if (this.#asked === asked) this.#asked = undefined;
    });
    this.#asked = asked;
    return asked;
  }
}
