import { markPrefix } from './integration/marks-of-shell.js';

/** What a shell told by a mark: `D` with `0` and `/tmp`. */
export interface Mark {
  readonly name: string;
  readonly value: string;
}

export interface MarkListener {
  output(data: Buffer): void;
  mark(mark: Mark): void;
}

const BELL = 0x07;
/** No mark is longer: what has no end by then was not one. */
const MAX_MARK_BYTES = 16 * 1024;

/**
 * Takes the marks of one shell out of what its pane prints, also where a mark comes in pieces. The nonce cannot be
 * guessed, so nothing else is taken for a mark.
 */
export class MarkScanner {
  readonly #prefix: Buffer;
  readonly #listener: MarkListener;
  #held: Buffer = Buffer.alloc(0);

  constructor(nonce: string, listener: MarkListener) {
    this.#prefix = Buffer.from(markPrefix(nonce));
    this.#listener = listener;
  }

  feed(data: Buffer): void {
    const all = this.#held.length > 0 ? Buffer.concat([this.#held, data]) : data;
    let start = 0;
    for (;;) {
      const at = all.indexOf(this.#prefix, start);
      if (at < 0) break;
      const end = all.indexOf(BELL, at + this.#prefix.length);
      if (end < 0 && all.length - at <= MAX_MARK_BYTES) return this.#hold(all, start, at);
      this.#give(all, start, at);
      start = end < 0 ? at + this.#prefix.length : end + 1;
      if (end >= 0) this.#listener.mark(parseMark(all.toString('utf8', at + this.#prefix.length, end)));
    }
    this.#hold(all, start, all.length - this.#begun(all, start));
  }

  /** Bytes are missing: what was begun will not be completed. */
  reset(): void {
    this.#give(this.#held, 0, this.#held.length);
    this.#held = Buffer.alloc(0);
  }

  #hold(all: Buffer, start: number, from: number): void {
    this.#give(all, start, from);
    this.#held = from < all.length ? Buffer.from(all.subarray(from)) : Buffer.alloc(0);
  }

  #give(all: Buffer, start: number, end: number): void {
    if (end > start) this.#listener.output(all.subarray(start, end));
  }

  /** How many bytes at the end may be the beginning of a mark. */
  #begun(all: Buffer, start: number): number {
    const most = Math.min(this.#prefix.length - 1, all.length - start);
    for (let length = most; length > 0; length--) {
      if (all.subarray(all.length - length).equals(this.#prefix.subarray(0, length))) return length;
    }
    return 0;
  }
}

function parseMark(text: string): Mark {
  const semicolon = text.indexOf(';');
  if (semicolon < 0) return { name: text, value: '' };
  return { name: text.slice(0, semicolon), value: text.slice(semicolon + 1) };
}
