/** Whether a byte can only stand inside a character. */
export function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

/**
 * Takes away the rest of a line whose first character came before anybody listened. Only tmux has all of it, so that no rule
 * would find a secret that it is a part of.
 *
 * @example
 * const line = new TornLine();
 * line.output(Buffer.from([0xb6, 0x78, 0x0a, 0x79])).toString(); // '****\ny'
 */
export class TornLine {
  #begun = false;
  #torn = false;

  /** Whether what comes next begins inside a character. */
  isTornBy(data: Buffer): boolean {
    return !this.#begun && isContinuation(data[0]);
  }

  output(data: Buffer): Buffer {
    const begins = this.isTornBy(data);
    this.#begun = true;
    this.#torn ||= begins;
    if (!this.#torn) return data;
    const end = data.indexOf(NEWLINE);
    this.#torn = end < 0;
    const rest = end < 0 ? Buffer.alloc(0) : data.subarray(end);
    return begins ? Buffer.concat([MASK, rest]) : rest;
  }

  /** Something is missing: what comes next may begin inside a character again. */
  gap(): void {
    this.#begun = false;
    this.#torn = false;
  }
}

const NEWLINE = 0x0a;
const MASK = Buffer.from('****');
