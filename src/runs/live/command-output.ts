import type { SentinelPiece } from '../../recorder/index.js';

/** Of what a pane prints, the part that the command of its run printed: what lies between the two sentinels. */
export class CommandOutput {
  #state: 'before' | 'inside' | 'behind' = 'before';

  get started(): boolean {
    return this.#state !== 'before';
  }

  get ended(): boolean {
    return this.#state === 'behind';
  }

  /** What of it the command printed. */
  push(pieces: readonly SentinelPiece[]): Buffer[] {
    const printed: Buffer[] = [];
    for (const piece of pieces) {
      if (!Buffer.isBuffer(piece)) this.#state = piece.type === 'start' ? 'inside' : 'behind';
      else if (this.#state === 'inside') printed.push(piece);
    }
    return printed;
  }

  /** Bytes are missing: the first sentinel may be among them. */
  gap(): void {
    this.#state = this.#state === 'before' ? 'inside' : this.#state;
  }
}
