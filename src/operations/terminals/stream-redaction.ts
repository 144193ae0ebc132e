import type { OutputRedactor } from '../../recorder/output-redactor.js';
import { unfinishedSequence } from '../../recorder/plain-text.js';

/** What of some output can be shown. */
export interface ShownOutput {
  readonly text: string;
  /** Whether it is just what was printed, but for the cut. */
  readonly asPrinted: boolean;
  /** The begin of an escape sequence at the end, which comes with what ends it. */
  readonly cut: string;
}

/**
 * Hides secrets in what a pane prints, by the rules for everybody and by those of its run. What may become a secret is
 * held back, and so a screen that is drawn from the rest has to be painted anew.
 */
export class StreamRedaction {
  readonly #make: () => readonly OutputRedactor[];
  #redactors: readonly OutputRedactor[];
  /** The begin of an escape sequence: a terminal shows nothing of it yet, and it is no reason for a paint. */
  #cut = '';

  constructor(make: () => readonly OutputRedactor[]) {
    this.#make = make;
    this.#redactors = make();
  }

  /** Whether something is held back. */
  get holding(): boolean {
    return this.#redactors.some(({ holding }) => holding);
  }

  push(printed: string): ShownOutput {
    const heldBefore = this.holding;
    const all = this.#cut + printed;
    const whole = all.slice(0, unfinishedSequence(all));
    this.#cut = all.slice(whole.length);
    let text = whole;
    for (const redactor of this.#redactors) text = redactor.push(text);
    return { text, asPrinted: !heldBefore && !this.holding && text === whole, cut: this.#cut };
  }

  /** What of the begin of a line, by itself, can be shown; `undefined` where nothing of it may become a secret. */
  begunSecret(line: string): string | undefined {
    const redactors = this.#make();
    let text = line;
    for (const redactor of redactors) text = redactor.push(text);
    return redactors.some(({ holding }) => holding) ? text : undefined;
  }

  /** Begins anew behind the beginning of a line that is on the screen. */
  restart(line: string): void {
    this.#redactors = this.#make();
    for (const redactor of this.#redactors) redactor.push(line);
  }

  /** Something is missing: what was cut is not continued. */
  interrupt(): void {
    this.#cut = '';
  }
}
