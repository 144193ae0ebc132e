import { characterWidth } from './column-width.js';
import { plainStyle } from './select-graphic-rendition.js';
import { StyledRuns } from './styled-runs.js';
import type { StyledRun, TextStyle } from './text-style.js';

/**
 * One row of a screen. Most rows are ASCII and kept as text; one that holds anything else is kept as cells, where a wide
 * character takes its own and an empty one, and marks stay with their letter.
 */
export class ScreenRow {
  /** Whether its text continues in the next row. */
  wrapped = false;
  #text = '';
  #cells: string[] | undefined;
  /** The style of each column; `undefined` where all are plain. */
  #styles: TextStyle[] | undefined;

  static from(text: string, wrapped: boolean): ScreenRow {
    const row = new ScreenRow();
    row.write(0, isAscii(text) ? text : cellsIn(text), plainStyle);
    row.wrapped = wrapped;
    return row;
  }

  /** How many columns were ever written to. */
  get length(): number {
    return this.#cells?.length ?? this.#text.length;
  }

  get text(): string {
    return this.#cells?.join('') ?? this.#text;
  }

  /** The text in pieces of one look. */
  runs(): StyledRun[] {
    const styles = this.#styles;
    if (!styles) return this.length === 0 ? [] : [{ ...plainStyle, text: this.text }];
    const row = new StyledRuns();
    const cells = this.#cells ?? this.#text;
    let from = 0;
    for (let at = 1; at <= cells.length; at++) {
      if (at < cells.length && styles[at] === styles[from]) continue;
      const piece = cells.slice(from, at);
      row.add(typeof piece === 'string' ? piece : piece.join(''), styles[from] ?? plainStyle);
      from = at;
    }
    return row.runs;
  }

  /** Writes over columns: ASCII text, or cells. */
  write(x: number, written: string | readonly string[], style: TextStyle): void {
    this.#fill(x);
    if (typeof written !== 'string') this.#toCells();
    if (this.#cells) this.#writeCells(this.#cells, x, written);
    else if (typeof written === 'string') {
      const text = this.#text;
      this.#text =
        x === text.length ? text + written : text.slice(0, x) + written + text.slice(x + written.length);
    }
    this.#paint(x, x + written.length, style);
  }

  /** Puts a mark to the letter before a column. */
  combine(x: number, mark: string): void {
    if (x === 0) return;
    this.#fill(x);
    const cells = this.#toCells();
    let at = x - 1;
    while (at > 0 && cells[at] === '') at--;
    const cell = cells[at] ?? '';
    if (cell !== '' && bytesOf(cell) + bytesOf(mark) <= LARGEST_CELL) cells[at] = cell + mark;
  }

  /** Erased columns have the colour of the ground at that moment. */
  erase(from: number, to: number, ground: TextStyle): void {
    const end = ground.background === undefined ? Math.min(to, this.length) : to;
    if (from >= end) return;
    this.#fill(from);
    if (this.#cells) this.#cells.splice(from, end - from, ...blanks(end - from));
    else this.#text = this.#text.slice(0, from) + ' '.repeat(end - from) + this.#text.slice(end);
    this.#paint(from, end, ground);
  }

  /**
   * Makes room; what does not fit any more is gone. As in tmux, only as many columns are erased as were moved, so that
   * nothing happens where nothing is left to move.
   */
  insert(x: number, count: number, width: number, ground: TextStyle): void {
    if (x >= width - 1) return this.erase(x, width, ground);
    const moved = width - x - count;
    if (moved <= 0) return;
    this.#fill(width);
    const end = x + moved;
    if (this.#cells) this.#cells.splice(x + count, moved, ...this.#cells.slice(x, end));
    else this.#text = this.#text.slice(0, x + count) + this.#text.slice(x, end);
    if (this.#styles) this.#moveStyles(this.#styles, x, x + count, moved);
    this.erase(x, x + Math.min(count, moved), ground);
  }

  /** Takes columns out; at the right, as many are erased. */
  remove(x: number, count: number, width: number, ground: TextStyle): void {
    const length = Math.max(this.length, x + count < width ? width - count : 0);
    if (this.#cells) this.#cells.splice(x, count);
    else this.#text = this.#text.slice(0, x) + this.#text.slice(x + count);
    this.#styles?.splice(x, count);
    this.#fill(length);
    this.erase(width - count, width, ground);
  }

  /** Cuts off what is behind a column. */
  cut(width: number): void {
    if (this.#cells) this.#cells.length = Math.min(this.#cells.length, width);
    else this.#text = this.#text.slice(0, width);
    if (this.#styles) this.#styles.length = Math.min(this.#styles.length, width);
  }

  #writeCells(cells: string[], x: number, written: string | readonly string[]): void {
    const end = x + written.length;
    // tmux looks at the cells behind those of text, but behind a single character only where one of the two was wide.
    const isTorn = typeof written === 'string' || written.length > 1 || cells[x] === '' || isWide(cells[x]);
    // Of a wide character that is written over, the other half is blank; but for text behind the first column.
    if (cells[x] === '' && (x > 1 || (x === 1 && typeof written !== 'string'))) this.#blank(cells, x - 1);
    for (let at = 0; at < written.length; at++) cells[x + at] = written[at] ?? '';
    if (isTorn && cells[end] === '') this.#blank(cells, end);
  }

  #blank(cells: string[], at: number): void {
    cells[at] = ' ';
    if (this.#styles) this.#styles[at] = plainStyle;
  }

  #fill(length: number): void {
    const missing = length - this.length;
    if (missing <= 0) return;
    if (this.#cells) this.#cells.push(...blanks(missing));
    else this.#text += ' '.repeat(missing);
  }

  #paint(from: number, to: number, style: TextStyle): void {
    if (!this.#styles && style === plainStyle) return;
    this.#styles ??= [];
    const styles = this.#styles;
    while (styles.length < from) styles.push(plainStyle);
    for (let at = from; at < to; at++) styles[at] = style;
  }

  #moveStyles(styles: TextStyle[], from: number, to: number, count: number): void {
    const moved = Array.from({ length: count }, (_, at) => styles[from + at] ?? plainStyle);
    while (styles.length < to) styles.push(plainStyle);
    styles.splice(to, count, ...moved);
  }

  #toCells(): string[] {
    this.#cells ??= this.#text.split('');
    return this.#cells;
  }
}

/** So many bytes tmux keeps of a character and its marks. */
const LARGEST_CELL = 21;

function bytesOf(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

function isWide(cell = ''): boolean {
  return characterWidth(cell.codePointAt(0) ?? 0) === 2;
}

function blanks(count: number): string[] {
  return new Array<string>(count).fill(' ');
}

export function isAscii(text: string): boolean {
  return ASCII.test(text);
}

const ASCII = /^[\x20-\x7e]*$/;

/** Takes text apart into columns. */
function cellsIn(text: string): string[] {
  const cells: string[] = [];
  for (const character of text) {
    const width = characterWidth(character.codePointAt(0) ?? 0);
    const last = cells.findLastIndex((cell) => cell !== '');
    if (width === 0 && last >= 0) cells[last] += character;
    else if (width > 0) cells.push(character, ...(width === 2 ? [''] : []));
  }
  return cells;
}
