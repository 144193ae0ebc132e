import type { OutputRedactor } from '../../recorder/output-redactor.js';

/** What of some output can be shown. */
export interface ShownOutput {
  readonly text: string;
  /** Whether it is just what was printed. */
  readonly asPrinted: boolean;
}

/**
 * Hides secrets in what a pane prints, by the rules for everybody and by those of its run. What may become a secret is
 * held back, and so a screen that is drawn from the rest has to be painted anew.
 */
export class StreamRedaction {
  readonly #make: () => readonly OutputRedactor[];
  #redactors: readonly OutputRedactor[];

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
    let text = printed;
    for (const redactor of this.#redactors) text = redactor.push(text);
    return { text, asPrinted: !heldBefore && !this.holding && text === printed };
  }

  /** What of the begin of a line, by itself, can be shown. */
  shown(line: string): string {
    let text = line;
    for (const redactor of this.#make()) text = redactor.push(text);
    return text;
  }

  /** Begins anew behind the beginning of a line that is on the screen. */
  restart(line: string): void {
    this.#redactors = this.#make();
    for (const redactor of this.#redactors) redactor.push(line);
  }
}
