/**
 * What Ctrl-C and Ctrl-Z mean. The first Ctrl-C is for the command; a second one soon after it, with nothing typed in
 * between, detaches. Ctrl-Z detaches at once: a command that it stopped would have no shell to continue it.
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
  pass(all: Buffer): Buffer {
    const suspend = all.indexOf(CTRL_Z);
    const keys = suspend < 0 ? all : all.subarray(0, suspend);
    const passed = this.#interrupt(keys);
    if (suspend >= 0 && passed.length === keys.length) this.#detach();
    return passed;
  }

  #interrupt(keys: Buffer): Buffer {
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
const CTRL_Z = 0x1a;
const SOON_MS = 2_000;
