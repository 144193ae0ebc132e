import { characterWidth } from './column-width.js';
import { drawn } from './line-drawing.js';
import { isAscii, type ScreenRow } from './screen-row.js';
import type { Ground, ScreenRows } from './screen-rows.js';
import { plainStyle } from './select-graphic-rendition.js';
import type { TextStyle } from './text-style.js';

/** What is drawn with, and where the next character goes. */
export interface Pen {
  style: TextStyle;
  /** Whether the two character sets are those of lines, and which one is used. */
  sets: [first: boolean, second: boolean];
  set: 0 | 1;
}

export function plainPen(): Pen {
  return { style: plainStyle, sets: [false, false], set: 0 };
}

/**
 * What a terminal does with its screen (screen-write.c of tmux): the cursor, the region that scrolls, and the modes that
 * change how text is taken.
 */
export class ScreenGrid {
  rows: ScreenRows;
  width: number;
  x = 0;
  y = 0;
  /** First and last row that scroll. */
  top = 0;
  bottom: number;
  pen = plainPen();
  inserts = false;
  wraps = true;
  /** Rows are counted from the first that scrolls. */
  origin = false;
  /** Columns with a tab stop. */
  tabs: Set<number>;

  constructor(width: number, rows: ScreenRows) {
    this.rows = rows;
    this.width = width;
    this.bottom = rows.height - 1;
    this.tabs = everyEighth(width);
  }

  get height(): number {
    return this.rows.height;
  }

  /** How erased cells look. */
  get ground(): Ground {
    const { background } = this.pen.style;
    return {
      style: background === undefined ? plainStyle : { ...plainStyle, background },
      width: this.width,
    };
  }

  resize(width: number, height: number): void {
    this.y -= this.rows.resize(width, height, this.y);
    this.width = width;
    this.x = Math.min(this.x, width);
    [this.top, this.bottom] = [0, height - 1];
    this.tabs = everyEighth(width);
  }

  print(text: string): void {
    const draws = this.pen.sets[this.pen.set];
    if (!this.wraps || this.inserts || draws) {
      for (const character of draws ? drawn(text) : text) this.#printCharacter(character);
    } else if (isAscii(text)) this.#printPlain(text);
    else {
      for (const [piece] of text.matchAll(PIECES)) {
        if (isAscii(piece)) this.#printPlain(piece);
        else this.#printCharacter(piece);
      }
    }
  }

  lineFeed(): void {
    this.#feed(this.ground);
  }

  reverseFeed(): void {
    if (this.y === this.top) this.rows.scrollDown(this.top, this.bottom, this.ground);
    else if (this.y > 0) this.y -= 1;
  }

  /** At the left edge, a backspace goes back over the place where a line was wrapped. */
  backspace(): void {
    if (this.x > 0) this.x -= 1;
    else if (this.y > 0 && this.rows.row(this.y - 1).wrapped) [this.x, this.y] = [this.width - 1, this.y - 1];
  }

  tab(): void {
    if (this.x >= this.width - 1) return;
    do this.x += 1;
    while (this.x < this.width - 1 && !this.tabs.has(this.x));
  }

  tabBack(count: number): void {
    this.x = Math.min(this.x, this.width - 1);
    for (let left = count; left > 0 && this.x > 0; left--) {
      do this.x -= 1;
      while (this.x > 0 && !this.tabs.has(this.x));
    }
  }

  up(count: number): void {
    const room = this.y < this.top ? this.y : this.y - this.top;
    this.#leaveEdge();
    this.y -= Math.min(count, room);
  }

  down(count: number): void {
    const room = (this.y > this.bottom ? this.height - 1 : this.bottom) - this.y;
    this.#leaveEdge();
    this.y += Math.min(count, room);
  }

  right(count: number): void {
    this.x = Math.min(this.x + count, this.width - 1);
  }

  left(count: number): void {
    this.x = Math.max(0, this.x - count);
  }

  /** To a column, as it was given. */
  toColumn(x: number): void {
    this.x = Math.min(x, this.width - 1);
  }

  /** To a row, from the first of the region in origin mode. */
  toRow(y: number): void {
    if (!this.origin) this.y = Math.min(y, this.height - 1);
    else this.y = y > this.bottom - this.top ? this.bottom : y + this.top;
  }

  setRegion(top: number, bottom: number): void {
    const last = Math.min(bottom, this.height - 1);
    if (Math.min(top, this.height - 1) >= last) return;
    [this.x, this.y, this.top, this.bottom] = [0, 0, top, last];
  }

  eraseToEnd(): void {
    if (this.x === 0 && this.y === 0 && this.rows.hasHistory) return this.rows.clearIntoHistory(this.ground);
    this.eraseLineEnd();
    this.rows.clear(this.y + 1, this.height, this.ground);
  }

  eraseToStart(): void {
    this.rows.clear(0, this.y, this.ground);
    this.eraseLineStart();
  }

  eraseAll(): void {
    this.rows.clearIntoHistory(this.ground);
  }

  eraseLineEnd(): void {
    this.#erase(this.x, this.width);
  }

  eraseLineStart(): void {
    this.#erase(0, Math.min(this.x + 1, this.width));
  }

  eraseLine(): void {
    this.#erase(0, this.width);
  }

  eraseCharacters(count: number): void {
    this.#erase(this.x, Math.min(this.x + count, this.width));
  }

  insertCharacters(count: number): void {
    if (this.x < this.width) this.#row().insert(this.x, count, this.width, this.ground.style);
  }

  removeCharacters(count: number): void {
    const room = Math.min(count, this.width - this.x);
    if (room === this.width) this.eraseLine();
    else if (room > 0) this.#row().remove(this.x, room, this.width, this.ground.style);
  }

  insertLines(count: number): void {
    const bottom = this.#lastRow();
    const inserted = Math.min(count, bottom + 1 - this.y);
    this.rows.insert(this.y, bottom, inserted, this.#isInRegion(), this.ground);
  }

  removeLines(count: number): void {
    const bottom = this.#lastRow();
    this.rows.remove(this.y, bottom, Math.min(count, bottom + 1 - this.y), this.ground);
  }

  scrollUp(count: number): void {
    for (let left = this.#scrolled(count); left > 0; left--)
      this.rows.scrollUp(this.top, this.bottom, this.ground);
  }

  scrollDown(count: number): void {
    for (let left = this.#scrolled(count); left > 0; left--)
      this.rows.scrollDown(this.top, this.bottom, this.ground);
  }

  /** Fills the screen with one letter, to align monitors. */
  align(): void {
    for (const row of this.rows.all) row.write(0, 'E'.repeat(this.width), plainStyle);
    [this.x, this.y, this.top, this.bottom] = [0, 0, 0, this.height - 1];
  }

  #printPlain(text: string): void {
    for (let at = 0; at < text.length; ) {
      if (this.x >= this.width) this.#wrap();
      const piece = text.slice(at, at + this.width - this.x);
      this.#row().write(this.x, piece, this.pen.style);
      this.x += piece.length;
      at += piece.length;
    }
  }

  #printCharacter(character: string): void {
    const columns = characterWidth(character.codePointAt(0) ?? 0);
    const last = this.width - columns;
    if (columns === 0) return this.#row().combine(this.x, character);
    if (!this.wraps && columns > 1 && this.x !== this.width && this.x > last) return;
    // Before it wraps: where it does, nothing makes room in the next row.
    if (this.inserts) this.#row().insert(this.x, columns, this.width, plainStyle);
    if (this.wraps && this.x > last) this.#wrap();
    if (this.x > last) return;
    // A blank where nothing was written yet leaves the row as it is.
    const isPlain = this.pen.style === plainStyle && !this.pen.sets[this.pen.set];
    const isBlank = character === ' ' && isPlain && this.x >= this.#row().length;
    if (!isBlank) this.#row().write(this.x, columns === 2 ? [character, ''] : [character], this.pen.style);
    // Without wrapping, the last character is replaced again and again.
    this.x = Math.min(this.x + columns, this.wraps ? this.width : this.width - 1);
  }

  #wrap(): void {
    this.#row().wrapped = true;
    this.#feed({ style: plainStyle, width: this.width });
    this.x = 0;
  }

  #feed(ground: Ground): void {
    if (this.y === this.bottom) this.rows.scrollUp(this.top, this.bottom, ground);
    else if (this.y < this.height - 1) this.y += 1;
  }

  #erase(from: number, to: number): void {
    if (from === 0 && to === this.width) this.rows.clear(this.y, this.y + 1, this.ground);
    else this.#row().erase(from, to, this.ground.style);
  }

  /** Where lines move to from the cursor on: outside the region, to the end of the screen. */
  #lastRow(): number {
    return this.#isInRegion() ? this.bottom : this.height - 1;
  }

  #isInRegion(): boolean {
    return this.y >= this.top && this.y <= this.bottom;
  }

  #scrolled(count: number): number {
    return Math.min(count, this.bottom - this.top + 1);
  }

  #leaveEdge(): void {
    if (this.x === this.width) this.x -= 1;
  }

  #row(): ScreenRow {
    return this.rows.row(this.y);
  }
}

/** ASCII, or one other character. */
const PIECES = /[\x20-\x7e]+|[^\x20-\x7e]/gu;

function everyEighth(width: number): Set<number> {
  const tabs = new Set<number>();
  for (let column = 8; column < width; column += 8) tabs.add(column);
  return tabs;
}
