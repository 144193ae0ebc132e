import { begunControlSequencePattern, controlSequencePattern, escapePattern } from '../vt/index.js';

/** A piece of output that has ended, and what ended it. */
export interface EndedPiece {
  readonly text: string;
  readonly boundary: string;
}

/**
 * The output of a terminal since the last boundary: the end of a line; where rows count and not lines, also a move of the
 * cursor to another row, and a cleared screen. What stands on both sides of a boundary does not belong together. However
 * small the parts are in which output arrives, each byte is searched for a boundary once, and a long piece is examined only
 * when it has grown by a share of its length, so that the whole work stays linear.
 */
export class OpenPiece {
  #text = '';
  /** No boundary begins before this place. */
  #searched = 0;
  /** Length of the text when it was last examined. */
  #examined = 0;

  readonly #boundary: RegExp;

  constructor(boundaries: 'lines' | 'rows') {
    this.#boundary = boundaries === 'lines' ? /\n/g : ROW_BOUNDARY;
  }

  get isEmpty(): boolean {
    return this.#text === '';
  }

  /** What came since the last boundary. */
  get text(): string {
    return this.#text;
  }

  /** Whether it is so long that what was shown of it should be dropped: a program that draws may print no newline. */
  get isLong(): boolean {
    return this.#text.length > LONG;
  }

  /** Whether it is longer than any secret. */
  get isTooLong(): boolean {
    return this.#text.length > LONGEST;
  }

  /** Appends output; returns the pieces that ended in it. */
  append(output: string): EndedPiece[] {
    const all = this.#text + output;
    const ended: EndedPiece[] = [];
    // Parts of a long line are put together once, when it ends.
    if (this.#boundary !== ROW_BOUNDARY && !output.includes('\n')) {
      this.#text = all;
      return ended;
    }
    let start = 0;
    this.#boundary.lastIndex = this.#searched;
    for (let match = this.#boundary.exec(all); match; match = this.#boundary.exec(all)) {
      ended.push({ text: all.slice(start, match.index), boundary: match[0] });
      start = this.#boundary.lastIndex;
    }
    this.#text = all.slice(start);
    this.#searched = unfinishedBoundary(this.#text);
    if (start > 0) this.#examined = 0;
    return ended;
  }

  /** Whether the text should be examined now; the caller does so if it should. */
  examine(): boolean {
    const { length } = this.#text;
    if (this.#examined > LONG && length - this.#examined < length * GROWTH) return false;
    this.#examined = length;
    return true;
  }

  /** Removes so many characters from the start, which were examined and shown. */
  drop(count: number): void {
    this.#text = this.#text.slice(count);
    this.#searched = Math.max(0, this.#searched - count);
    this.#examined = this.#text.length;
  }

  /** Removes and returns everything. */
  take(): string {
    const text = this.#text;
    this.#text = '';
    this.#searched = 0;
    this.#examined = 0;
    return text;
  }
}

const LONG = 8 * 1024;
const LONGEST = 64 * 1024;
const GROWTH = 1 / 16;

const ROW_BOUNDARY = new RegExp(
  `\\n|${controlSequencePattern('ABEFHJSTdf')}|${escapePattern('78MDEc')}`,
  'g',
);

/** Where a boundary may have begun whose end has not arrived; the length of the text where none has. */
function unfinishedBoundary(text: string): number {
  const start = text.lastIndexOf('\x1b');
  return start >= 0 && BEGUN.test(text.slice(start)) ? start : text.length;
}

const BEGUN = new RegExp(`^${begunControlSequencePattern}$`);
