/**
 * Ctrl-C: the first one is sent to the command; a second one shortly after it, with nothing typed in between,
 * detaches from the command.
 */
export class Interrupts {
  readonly #detach: () => void;
  readonly #now: () => number;
  #last = Number.NEGATIVE_INFINITY;

  constructor(detach: () => void, now: () => number = () => performance.now()) {
    this.#detach = detach;
    this.#now = now;
  }

  /** What of the keys is for the command. */
  pass(keys: Buffer): Buffer {
    let start = 0;
    for (let at = keys.indexOf(CTRL_C); at >= 0; at = keys.indexOf(CTRL_C, at + 1)) {
      if (at > start) this.#last = Number.NEGATIVE_INFINITY;
      if (this.press()) return keys.subarray(0, at);
      start = at + 1;
    }
    if (keys.length > start) this.#last = Number.NEGATIVE_INFINITY;
    return keys;
  }

  /** Counts one Ctrl-C; `true` where it was for us. */
  press(): boolean {
    const soon = this.#now() - this.#last <= SOON_MS;
    this.#last = this.#now();
    if (soon) this.#detach();
    return soon;
  }
}

const CTRL_C = 0x03;
const SOON_MS = 2_000;
