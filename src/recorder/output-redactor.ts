import type { LiveRedactor } from './live-redactor.js';
import { OpenPiece } from './open-piece.js';
import type { LineRedactor } from './redactor.js';

/**
 * Hides secrets in the output of a terminal as it comes, piece by piece, also where one is cut in two. What may be the
 * beginning of a secret is held back until more of it is there. What stands on both sides of a move of the cursor to
 * another row does not belong together, just as two lines.
 *
 * @example
 * const output = new OutputRedactor(redactor);
 * output.push('the key is hun'); // 'the key is '
 * output.push('ter2\n'); // '****\n'
 */
export class OutputRedactor {
  readonly #redactor: LiveRedactor;
  /** Knows whether a private key has begun and not ended. */
  readonly #lines: LineRedactor;
  readonly #piece = new OpenPiece();
  /** What was given of the piece that has not ended. */
  #given = '';
  #holding = false;

  constructor(redactor: LiveRedactor) {
    this.#redactor = redactor;
    this.#lines = redactor.lines();
  }

  /** What can be shown now. */
  push(text: string): string {
    let shown = '';
    for (const ended of this.#piece.append(text)) {
      shown += this.#more(this.#whole(ended.text)) + ended.boundary;
      this.#given = '';
    }
    return shown + this.#begun();
  }

  /** Whether the end of what was printed is held back, as it may become a secret. */
  get holding(): boolean {
    return this.#holding;
  }

  /** The rest, at the end or where something is missing. */
  flush(): string {
    const shown = this.#more(this.#whole(this.#piece.take()));
    this.#given = '';
    this.#holding = false;
    return shown;
  }

  #begun(): string {
    if (this.#piece.isTooLong) return this.flush();
    const { text } = this.#piece;
    if (this.#lines.open) {
      this.#holding = text !== '';
      return '';
    }
    if (!this.#piece.examine()) return '';
    const visible = this.#redactor.withoutBegun(text);
    const shown = this.#more(this.#redactor.line(visible));
    this.#holding = visible.length < text.length;
    if (this.#piece.isLong && visible !== '') {
      this.#piece.drop(visible.length);
      this.#given = '';
    }
    return shown;
  }

  #whole(line: string): string {
    const end = line.endsWith('\r') ? '\r' : '';
    const hidden = this.#lines.line(end === '' ? line : line.slice(0, -1));
    return (this.#redactor.learned ? this.#redactor.line(hidden) : hidden) + end;
  }

  /** What of a line was not given yet. */
  #more(redacted: string): string {
    let same = 0;
    while (same < this.#given.length && this.#given[same] === redacted[same]) same++;
    this.#given = redacted;
    return redacted.slice(same);
  }
}
