/** Output after which tmux may have fallen silent: less than what fits into the pipes between it and us. */
const FLOOD_BYTES = 48 * 1024;
/** Within a flood there is no such pause. */
const QUIET_MS = 400;

/**
 * Has tmux say something when a flood has ended. After three seconds without a reader it stops sending the output of a
 * pane and says so, but up to 3.3a at least it may keep that `%pause` back until it has something else to say: it queues
 * the line, and waits for a buffer to be drained that is empty already. Then nothing of that pane would ever come again.
 * One harmless command after each flood brings it out; a connection on which little comes needs none.
 */
export class WakeAfterFlood {
  readonly #wake: () => void;
  #bytes = 0;
  #lastAt = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param wake sends a command that changes nothing */
  constructor(wake: () => void) {
    this.#wake = wake;
  }

  /** Something came. */
  output(bytes: number): void {
    const now = performance.now();
    if (now - this.#lastAt > QUIET_MS && this.#timer === undefined) this.#bytes = 0;
    this.#lastAt = now;
    this.#bytes += bytes;
    if (this.#bytes >= FLOOD_BYTES && this.#timer === undefined) this.#wait(QUIET_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** One timer for the whole flood, however many pieces it comes in. */
  #wait(ms: number): void {
    this.#timer = setTimeout(() => {
      const left = this.#lastAt + QUIET_MS - performance.now();
      if (left > 0) return this.#wait(left);
      this.#timer = undefined;
      this.#bytes = 0;
      this.#wake();
    }, ms);
    this.#timer.unref();
  }
}
