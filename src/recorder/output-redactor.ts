import { withoutBegunSecret } from './begun-secret.js';
import type { LiveRedactor } from './live-redactor.js';

/**
 * Hides secrets in the output of a terminal as it comes, piece by piece, also where one is cut in two. What may be the
 * beginning of a secret is held back until more of it is there.
 *
 * @example
 * const output = new OutputRedactor(redactor);
 * output.push('the key is hun'); // 'the key is '
 * output.push('ter2\n'); // '****\n'
 */
export class OutputRedactor {
  readonly #redactor: LiveRedactor;
  /** The line that has not ended, as it was printed, and what was given of it. */
  #line = '';
  #given = '';
  #holding = false;

  constructor(redactor: LiveRedactor) {
    this.#redactor = redactor;
  }

  /** What can be shown now. */
  push(text: string): string {
    const lines = (this.#line + text).split('\n');
    const rest = lines.pop() ?? '';
    let shown = '';
    for (const line of lines) {
      shown += `${this.#more(this.#whole(line))}\n`;
      this.#given = '';
    }
    this.#line = rest;
    if (rest.length > LONGEST_LINE) return shown + this.flush();
    const certain = this.#redactor.withoutBegun(withoutBegunSecret(rest));
    this.#holding = certain.length < rest.length;
    return shown + this.#more(this.#redactor.line(certain));
  }

  /** Whether the end of what was printed is held back, as it may become a secret. */
  get holding(): boolean {
    return this.#holding;
  }

  /** The rest, at the end or where something is missing. */
  flush(): string {
    const shown = this.#more(this.#redactor.line(this.#line));
    this.#line = '';
    this.#given = '';
    this.#holding = false;
    return shown;
  }

  #whole(line: string): string {
    return line.endsWith('\r') ? `${this.#redactor.line(line.slice(0, -1))}\r` : this.#redactor.line(line);
  }

  /** What of a line was not given yet. */
  #more(redacted: string): string {
    let same = 0;
    while (same < this.#given.length && this.#given[same] === redacted[same]) same++;
    this.#given = redacted;
    return redacted.slice(same);
  }
}

/** A program that paints its screen may print no newline at all. */
const LONGEST_LINE = 8 * 1024;
