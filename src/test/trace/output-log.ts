/** What a terminal has printed, as it came. The middle of a flood is dropped: its begin and its end stay. */
export class OutputLog {
  readonly #head: OutputChunk[] = [];
  #tail: OutputChunk[] = [];
  #headBytes = 0;
  #tailBytes = 0;
  #dropped = 0;

  add(at: number, data: Buffer): void {
    const chunk = { at, data };
    if (this.#dropped === 0 && this.#headBytes < HEAD_BYTES) {
      this.#head.push(chunk);
      this.#headBytes += data.length;
      return;
    }
    this.#tail.push(chunk);
    this.#tailBytes += data.length;
    // Not with every chunk: a flood has thousands.
    if (this.#tailBytes > 2 * TAIL_BYTES) this.#trim();
  }

  /** The chunks, and how many bytes are missing between the two lists. */
  read(): {
    readonly head: readonly OutputChunk[];
    readonly tail: readonly OutputChunk[];
    readonly dropped: number;
  } {
    return { head: this.#head, tail: this.#tail, dropped: this.#dropped };
  }

  #trim(): void {
    let at = 0;
    while (this.#tailBytes > TAIL_BYTES && at < this.#tail.length - 1) {
      const size = this.#tail[at]?.data.length ?? 0;
      this.#tailBytes -= size;
      this.#dropped += size;
      at++;
    }
    this.#tail = this.#tail.slice(at);
  }
}

export interface OutputChunk {
  readonly at: number;
  readonly data: Buffer;
}

const HEAD_BYTES = 1_000_000;
const TAIL_BYTES = 2_000_000;
