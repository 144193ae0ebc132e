import type { LiveRedactor } from './live-redactor.js';
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
  /** The line that has not ended, as it was printed, and what was given of it. */
  #line = '';
  #given = '';
  #holding = false;

  constructor(redactor: LiveRedactor) {
    this.#redactor = redactor;
    this.#lines = redactor.lines();
  }

  /** What can be shown now. */
  push(text: string): string {
    const all = this.#line + text;
    let shown = '';
    let at = 0;
    for (const { 0: end, index } of all.matchAll(BOUNDARY)) {
      shown += this.#more(this.#whole(all.slice(at, index))) + end;
      this.#given = '';
      at = index + end.length;
    }
    this.#line = all.slice(at);
    return shown + this.#begun();
  }

  /** Whether the end of what was printed is held back, as it may become a secret. */
  get holding(): boolean {
    return this.#holding;
  }

  /** The rest, at the end or where something is missing. */
  flush(): string {
    const shown = this.#more(this.#whole(this.#line));
    this.#line = '';
    this.#given = '';
    this.#holding = false;
    return shown;
  }

  #begun(): string {
    const line = this.#line;
    if (line.length > LONGEST_HELD) return this.flush();
    this.#holding = this.#lines.open && line !== '';
    if (this.#lines.open) return '';
    const visible = this.#redactor.withoutBegun(line);
    const shown = this.#more(this.#redactor.line(visible));
    this.#holding = visible.length < line.length;
    if (line.length <= LONGEST_LINE || visible === '') return shown;
    this.#line = line.slice(visible.length);
    this.#given = '';
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

/** A program that paints its screen may print no newline at all. What is held beyond that is no secret any more. */
const LONGEST_LINE = 8 * 1024;
const LONGEST_HELD = 64 * 1024;

/** The end of a line, or the cursor goes to another row, or all is cleared. */
const BOUNDARY = /\n|\x1b(?:\[[0-9;]*[ABEFHJSTdf]|[78MDEc])/g;
