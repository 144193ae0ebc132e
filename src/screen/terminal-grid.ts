import { plainStyle } from './select-graphic-rendition.js';
import type { StyledRun, TextStyle } from './styled-screen.js';

/** One column of a row; a wide character is followed by an empty one. */
interface GridCell {
  readonly text: string;
  readonly style: TextStyle;
}

const BLANK: GridCell = Object.freeze({ text: ' ', style: plainStyle });

/** The cells of one screen of a terminal, and how rows move on it. */
export class TerminalGrid {
  #width: number;
  #height: number;
  #rows: GridCell[][];

  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
    this.#rows = Array.from({ length: height }, () => []);
  }

  /** What does not fit any more goes at the top, as far as the cursor allows, and at the right. */
  resize(width: number, height: number, cursorRow: number): number {
    const leaving = Math.max(0, Math.min(this.#height - height, cursorRow - height + 1));
    this.#rows = this.#rows.slice(leaving, leaving + height).map((row) => row.slice(0, width));
    while (this.#rows.length < height) this.#rows.push([]);
    this.#width = width;
    this.#height = height;
    return leaving;
  }

  write(x: number, y: number, text: string, columns: number, style: TextStyle): void {
    const row = this.#row(y, x);
    // Of a wide character that is written over, the other half is blank.
    if (row[x]?.text === '' && x > 0) row[x - 1] = BLANK;
    if (row[x + columns]?.text === '') row[x + columns] = BLANK;
    row[x] = { text, style };
    if (columns === 2) row[x + 1] = { text: '', style };
  }

  /** A mark goes to the letter before it. */
  combine(x: number, y: number, mark: string): void {
    const row = this.#row(y, 0);
    let at = Math.min(x, row.length) - 1;
    while (at > 0 && row[at]?.text === '') at--;
    const cell = row[at];
    if (cell) row[at] = { ...cell, text: cell.text + mark };
  }

  /** Erased cells have the colour of the ground at that moment. */
  erase(y: number, from: number, to: number, style: TextStyle): void {
    const row = this.#row(y, from);
    const blank = { text: ' ', style: { ...plainStyle, background: style.background } };
    if (style.background === undefined && to >= this.#width) row.length = Math.min(row.length, from);
    else for (let x = from; x < Math.min(to, this.#width); x++) row[x] = blank;
  }

  insertCells(x: number, y: number, count: number, style: TextStyle): void {
    const row = this.#row(y, x);
    if (x < row.length) row.splice(x, 0, ...Array.from({ length: count }, () => BLANK));
    row.length = Math.min(row.length, this.#width);
    this.erase(y, x, x + count, style);
  }

  removeCells(x: number, y: number, count: number): void {
    this.#row(y, x).splice(x, count);
  }

  /** Rows between two, both included, go up; what leaves at the top is gone. */
  scrollUp(top: number, bottom: number, count: number): void {
    const moved = Math.min(count, bottom - top + 1);
    this.#rows.splice(top, moved);
    this.#rows.splice(bottom - moved + 1, 0, ...Array.from({ length: moved }, () => []));
  }

  scrollDown(top: number, bottom: number, count: number): void {
    const moved = Math.min(count, bottom - top + 1);
    this.#rows.splice(bottom - moved + 1, moved);
    this.#rows.splice(top, 0, ...Array.from({ length: moved }, () => []));
  }

  styledRows(): StyledRun[][] {
    return this.#rows.map((row) => {
      const runs: { style: TextStyle; text: string }[] = [];
      for (const { text, style } of row) {
        const last = runs.at(-1);
        if (last?.style === style) last.text += text;
        else runs.push({ style, text });
      }
      return runs.map(({ style, text }) => ({ ...style, text }));
    });
  }

  #row(y: number, filledTo: number): GridCell[] {
    const row = this.#rows[y] ?? [];
    this.#rows[y] = row;
    while (row.length < filledTo) row.push(BLANK);
    return row;
  }
}
