import { sentinelPattern, unfinishedSentinel } from '../../recorder/sentinel.js';

/** Of what a pane prints, the part that the command of its run printed: what lies between the two sentinels. */
export class CommandOutput {
  readonly #sentinel: RegExp;
  #state: 'before' | 'inside' | 'behind' = 'before';
  /** What may be the beginning of a sentinel. */
  #rest = '';

  constructor(nonces: { readonly startNonce: string; readonly exitNonce: string }) {
    const { startNonce, exitNonce } = nonces;
    this.#sentinel = new RegExp(
      sentinelPattern(`(?:${startNonce};(start)|${exitNonce};(exit));\\w+;\\d+(?:;[0-9a-f]+)?`),
    );
  }

  get started(): boolean {
    return this.#state !== 'before';
  }

  get ended(): boolean {
    return this.#state === 'behind';
  }

  push(data: Buffer): Buffer {
    // Most output has no sentinel in it, and is not worth a copy.
    if (this.#rest === '' && !data.includes(0x18)) return this.#state === 'inside' ? data : EMPTY;
    let text = this.#rest + data.toString('latin1');
    let printed = '';
    for (let found = this.#sentinel.exec(text); found; found = this.#sentinel.exec(text)) {
      if (this.#state === 'inside') printed += text.slice(0, found.index);
      this.#state = found[1] === undefined ? 'behind' : 'inside';
      text = text.slice(found.index + found[0].length);
    }
    const cut = unfinishedSentinel(text);
    this.#rest = text.slice(cut);
    if (this.#state === 'inside') printed += text.slice(0, cut);
    return Buffer.from(printed, 'latin1');
  }

  /** Bytes are missing: what was cut before them cannot be completed by what comes. */
  gap(): void {
    this.#rest = '';
    // The first sentinel may be among them.
    this.#state = this.#state === 'before' ? 'inside' : this.#state;
  }
}

const EMPTY = Buffer.alloc(0);
