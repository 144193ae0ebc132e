import type { Cursor } from '../screen/index.js';

/**
 * Knows whether a program is in the midst of painting, so that what is on the screen is half old and half new:
 * programs put their paints between the marks of a synchronised update (mode 2026, which tmux before 3.4 passes over), and
 * hide the cursor while they paint.
 */
export class PaintMarks {
  #painting = false;
  #carried = '';
  #showsCursor = false;

  /** Takes in what the program has printed, split anywhere. */
  push(data: Buffer): void {
    const text = this.#carried + data.toString('latin1');
    const begin = text.lastIndexOf(BEGIN);
    const end = text.lastIndexOf(END);
    if (begin !== end) this.#painting = begin > end;
    this.#carried = text.slice(1 - BEGIN.length);
  }

  /** Remembers how the cursor is while nothing is painted. */
  rest(cursor: Cursor): void {
    this.#showsCursor = cursor.visible;
    this.#painting = false;
  }

  isHalfPainted(cursor: Cursor): boolean {
    return this.#painting || (this.#showsCursor && !cursor.visible);
  }
}

const BEGIN = '\x1b[?2026h';
const END = '\x1b[?2026l';
