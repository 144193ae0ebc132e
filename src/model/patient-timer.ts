/**
 * A timer that is never early, and never before what has already come. Node counts whole milliseconds, and so may be
 * early by a part of one; and a process that was held up for long finds its timers due before it has read what came
 * meanwhile.
 */
export class PatientTimer implements Disposable {
  readonly #endsAt: number;
  readonly #act: () => void;
  #timer: NodeJS.Timeout;
  #last: NodeJS.Immediate | undefined;

  constructor(ms: number, act: () => void) {
    this.#endsAt = performance.now() + ms;
    this.#act = act;
    this.#timer = this.#wait(ms);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    clearImmediate(this.#last);
  }

  #wait(ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      const left = this.#endsAt - performance.now();
      if (left > 0) this.#timer = this.#wait(left);
      else this.#last = setImmediate(this.#act);
    }, ms);
  }
}
