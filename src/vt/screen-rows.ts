import { ScreenRow } from './screen-row.js';
import { plainStyle } from './select-graphic-rendition.js';
import type { TextStyle } from './text-style.js';

/** A line without an end is given in pieces of this size. */
const LONGEST_PREFIX = 64 * 1024;

/**
 * The rows of a screen, how they move on it (grid.c of tmux), and how they leave it. A line that has left never changes
 * again, and is counted.
 */
export class ScreenRows {
  /** Called with each line that leaves the screen, in order. */
  onSettled: (line: string) => void = () => {};
  /** Whether what scrolls away is kept; not on the alternate screen. */
  hasHistory = true;
  /** The part of a wrapped line that has left the screen. */
  prefix: string;
  /** How many lines have left the screen. */
  settled: number;
  #rows: ScreenRow[];

  constructor(rows: readonly ScreenRow[], height: number, prefix = '', settled = 0) {
    this.#rows = [...rows];
    this.prefix = prefix;
    this.settled = settled;
    while (this.#rows.length < height) this.#rows.push(new ScreenRow());
  }

  get height(): number {
    return this.#rows.length;
  }

  get all(): readonly ScreenRow[] {
    return this.#rows;
  }

  row(y: number): ScreenRow {
    return this.#rows[y] ?? new ScreenRow();
  }

  /** How many rows there are up to the last that was written to. */
  used(): number {
    return this.#rows.findLastIndex(({ length, wrapped }) => wrapped || length > 0) + 1;
  }

  /** The lines on the screen, from the first that has not settled to the last with text. */
  lines(): string[] {
    const lines: string[] = [];
    let line = this.prefix;
    for (const { text, wrapped } of this.#rows.slice(0, this.used())) {
      line += text;
      if (wrapped) continue;
      lines.push(line.trimEnd());
      line = '';
    }
    if (line !== '') lines.push(line.trimEnd());
    while (lines.at(-1) === '') lines.pop();
    return lines;
  }

  /** Another number of rows: those below the cursor go first, then the first leave the screen; gives how many did. */
  resize(width: number, height: number, cursorRow: number): number {
    const leaving = Math.max(0, cursorRow + 1 - height);
    for (let count = 0; count < leaving; count++) this.#settle(this.#rows.shift());
    this.#rows.length = Math.min(this.#rows.length, height);
    while (this.#rows.length < height) this.#rows.push(new ScreenRow());
    for (const row of this.#rows) row.cut(width);
    return leaving;
  }

  /** Rows between two, both included, go up. tmux puts what scrolls out of a region into the history, too. */
  scrollUp(top: number, bottom: number, ground: Ground): void {
    if (!this.hasHistory) return this.#move(top, top + 1, bottom - top, ground);
    if (top === 0 && bottom === this.#rows.length - 1) {
      this.#settle(this.#rows.shift());
      this.#rows.push(blankRow(ground));
    } else {
      const [row] = this.#rows.splice(top, 1);
      this.#settle(row);
      this.#rows.splice(bottom, 0, blankRow(ground));
    }
  }

  scrollDown(top: number, bottom: number, ground: Ground): void {
    this.#move(top + 1, top, bottom - top, ground);
  }

  /**
   * Puts rows in at a place; the rows up to `bottom` make room. Outside the region, tmux only blanks as many rows as it
   * has moved.
   */
  insert(y: number, bottom: number, count: number, inRegion: boolean, ground: Ground): void {
    const staying = bottom + 1 - y - count;
    this.#move(y + count, y, staying, ground);
    if (inRegion) this.clear(y + Math.max(0, staying), y + count, ground);
  }

  /** Takes rows out; those up to `bottom` move up. */
  remove(y: number, bottom: number, count: number, ground: Ground): void {
    const staying = bottom + 1 - y - count;
    this.#move(y, y + count, staying, ground);
    this.clear(bottom + 1 - count, bottom + 1, ground);
  }

  /** Clears whole rows. */
  clear(from: number, to: number, ground: Ground): void {
    if (from >= to) return;
    this.#unwrapAbove(from);
    for (let y = from; y < to; y++) this.#rows[y] = blankRow(ground);
  }

  /** A cleared screen goes to the history, as tmux does it. */
  clearIntoHistory(ground: Ground): void {
    const { height } = this;
    const used = this.hasHistory ? this.used() : 0;
    for (let count = 0; count < used; count++) this.scrollUp(0, height - 1, ground);
    if (used < height) this.clear(0, height - used, ground);
  }

  /** grid_move_lines: the source rows are blank afterwards, and split lines are no longer joined. */
  #move(to: number, from: number, count: number, ground: Ground): void {
    if (count <= 0) return;
    this.#unwrapAbove(to);
    const moved = this.#rows.slice(from, from + count);
    for (let y = from; y < from + count; y++) {
      if (y < to || y >= to + count) this.#rows[y] = blankRow(ground);
    }
    for (const [at, row] of moved.entries()) this.#rows[to + at] = row;
    if (from < to || from >= to + count) this.#unwrapAbove(from);
  }

  #unwrapAbove(y: number): void {
    const above = this.#rows[y - 1];
    if (above) above.wrapped = false;
    else if (this.prefix !== '') this.#endLine();
  }

  #settle(row: ScreenRow | undefined): void {
    if (!row || !this.hasHistory) return;
    this.prefix += row.text;
    if (!row.wrapped || this.prefix.length >= LONGEST_PREFIX) this.#endLine();
  }

  #endLine(): void {
    const line = this.prefix.trimEnd();
    this.prefix = '';
    this.settled += 1;
    this.onSettled(line);
  }
}

/** The style of erased cells, and how many columns of a blank row have it. */
export interface Ground {
  readonly style: TextStyle;
  readonly width: number;
}

function blankRow({ style, width }: Ground): ScreenRow {
  const row = new ScreenRow();
  if (style !== plainStyle) row.erase(0, width, style);
  return row;
}
