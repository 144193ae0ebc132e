import { type Cells, cellsOf, rowText, writeCells } from './cells.js';
import { TerminalRows } from './terminal-rows.js';
import type { TerminalState } from './terminal-state.js';
import { type TerminalToken, tokensOf } from './terminal-tokens.js';

/**
 * What a terminal makes of output, as text: the rows of its screen, and the lines that scrolled off it. It follows tmux
 * where terminals differ. Colours are not kept, and what is drawn on the alternate screen leaves nothing behind.
 */
export class TerminalModel {
  readonly #rows: TerminalRows;
  #width: number;
  #height: number;
  #x: number;
  #y: number;
  #cleared: number;
  #saved: readonly [x: number, y: number];
  #alternate: boolean;

  constructor(state: TerminalState) {
    this.#rows = new TerminalRows(state);
    this.#width = state.width;
    this.#height = state.height;
    this.#x = state.x;
    this.#y = state.y;
    this.#cleared = state.cleared;
    this.#saved = state.saved;
    this.#alternate = state.alternate;
  }

  /** Told of each line that leaves the screen, in order. */
  set onSettled(listener: (line: string) => void) {
    this.#rows.onSettled = listener;
  }

  /** How many lines have left the screen. */
  get settled(): number {
    return this.#rows.settled;
  }

  /** How many lines were cleared away: the pane does not show them any more. */
  get cleared(): number {
    return this.#cleared;
  }

  get cursor(): { readonly x: number; readonly y: number } {
    return { x: Math.min(this.#x, this.#width - 1), y: this.#y };
  }

  get state(): TerminalState {
    return {
      ...this.#rows.state,
      width: this.#width,
      x: this.#x,
      y: this.#y,
      cleared: this.#cleared,
      saved: this.#saved,
      alternate: this.#alternate,
    };
  }

  /** The lines that are on the screen. */
  liveLines(): string[] {
    return this.#rows.lines();
  }

  /** The pane has another size now. What was wrapped before stays as it is. */
  resize(width: number, height: number): void {
    if (width === this.#width && height === this.#height) return;
    const leaving = Math.max(0, Math.max(this.#rows.used(), this.#y + 1) - height);
    this.#rows.resize(height, leaving);
    this.#width = width;
    this.#height = height;
    this.#x = Math.min(this.#x, width);
    this.#y = Math.max(0, this.#y - leaving);
  }

  feed(output: string): void {
    for (const token of tokensOf(output)) {
      if (token.kind === 'mode') this.#mode(token.modes, token.set);
      else if (this.#alternate) this.#onAlternate(token);
      else if (token.kind === 'text') this.#print(token.text);
      else if (token.kind === 'control') this.#control(token.character);
      else if (token.kind === 'sequence') this.#sequence(token.final, token.numbers);
      else this.#escape(token.final);
    }
  }

  /** Only the history is the same on both screens. */
  #onAlternate(token: TerminalToken): void {
    if (token.kind === 'sequence' && token.final === 'J' && token.numbers[0] === 3) this.#eraseDisplay(3);
  }

  #print(text: string): void {
    let rest: string | Cells = /^[\x20-\x7e]*$/.test(text) ? text : cellsOf(text);
    while (rest.length > 0) {
      if (this.#x >= this.#width) {
        this.#rows.row(this.#y).wrapped = true;
        this.#control('\n');
      }
      let room = this.#width - this.#x;
      // A wide character is not cut in two.
      if (typeof rest !== 'string' && rest[room] === '') room -= 1;
      if (room > 0) {
        const written: string | Cells = rest.slice(0, room);
        this.#change((row) => writeCells(row, this.#x, written));
      }
      this.#x += Math.min(Math.max(room, 1), rest.length);
      rest = rest.slice(room);
    }
  }

  #control(character: string): void {
    if (character === '\n') {
      this.#x = 0;
      this.#lineFeed();
    } else if (character === '\v' || character === '\f') this.#lineFeed();
    else if (character === '\r') this.#x = 0;
    else if (character === '\b') this.#x = Math.max(0, this.cursor.x - 1);
    else if (character === '\t') this.#x = Math.min(this.#width - 1, (Math.floor(this.#x / 8) + 1) * 8);
  }

  #escape(final: string): void {
    if (final === 'D') this.#lineFeed();
    else if (final === 'E') this.#control('\n');
    else if (final === 'M') this.#reverseFeed();
    else if (final === '7') this.#save();
    else if (final === '8') this.#goTo(...this.#saved);
    else if (final === 'c') {
      this.#rows.clear();
      this.#rows.setRegion(0, this.#height - 1);
      this.#goTo(0, 0);
    }
  }

  /** Those of ECMA-48 that move the cursor or change text. */
  #sequence(final: string, [first = 0, second = 0]: readonly number[]): void {
    const { x, y } = this.cursor;
    const count = Math.max(1, first);
    switch (final) {
      case 'A':
        return this.#goTo(x, y - count);
      case 'B':
        return this.#goTo(x, y + count);
      case 'C':
        return this.#goTo(x + count, y);
      case 'D':
        return this.#goTo(x - count, y);
      case 'E':
        return this.#goTo(0, y + count);
      case 'F':
        return this.#goTo(0, y - count);
      case 'G':
      case '`':
        return this.#goTo(count - 1, y);
      case 'd':
        return this.#goTo(x, count - 1);
      case 'H':
      case 'f':
        return this.#goTo(Math.max(1, second) - 1, count - 1);
      case 's':
        return this.#save();
      case 'u':
        return this.#goTo(...this.#saved);
      case 'J':
        return this.#eraseDisplay(first);
      case 'K':
        return this.#eraseLine(first, x);
      case 'X':
        return this.#change((row) => (x < row.length ? writeCells(row, x, ' '.repeat(count)) : row));
      case 'P':
        return this.#changeCells((cells) => cells.splice(x, count));
      case '@':
        return this.#changeCells((cells) => x < cells.length && cells.splice(x, 0, ...' '.repeat(count)));
      case 'L':
        return this.#rows.insert(y, count);
      case 'M':
        return this.#rows.remove(y, count);
      case 'S':
        return this.#rows.scrollUp(count);
      case 'T':
        return this.#rows.insert(this.#rows.top, count);
      case 'r':
        return this.#setRegion(count, second);
      default:
    }
  }

  #mode(modes: readonly number[], set: boolean): void {
    if (!modes.some((mode) => mode === 47 || mode === 1047 || mode === 1049)) return;
    if (set && !this.#alternate && modes.includes(1049)) this.#save();
    if (!set && this.#alternate && modes.includes(1049)) this.#goTo(...this.#saved);
    this.#alternate = set;
  }

  #save(): void {
    this.#saved = [this.#x, this.#y];
  }

  #goTo(x: number, y: number): void {
    this.#x = Math.max(0, Math.min(x, this.#width - 1));
    this.#y = Math.max(0, Math.min(y, this.#height - 1));
  }

  #lineFeed(): void {
    if (this.#y === this.#rows.bottom) this.#rows.scrollUp(1);
    else if (this.#y < this.#height - 1) this.#y += 1;
  }

  #reverseFeed(): void {
    if (this.#y === this.#rows.top) this.#rows.insert(this.#y, 1);
    else this.#goTo(this.#x, this.#y - 1);
  }

  #setRegion(top: number, bottom: number): void {
    const last = bottom === 0 ? this.#height : Math.min(bottom, this.#height);
    if (top >= last) return;
    this.#rows.setRegion(top - 1, last - 1);
    this.#goTo(0, 0);
  }

  #eraseDisplay(part: number): void {
    const { x, y } = this.cursor;
    if (part === 3) this.#cleared = this.settled;
    else if (part === 2 || (part === 0 && x === 0 && y === 0)) this.#rows.clear();
    else if (part === 0) {
      this.#eraseLine(0, x);
      for (let below = y + 1; below < this.#height; below++) this.#rows.erase(below);
    } else if (part === 1) {
      for (let above = 0; above < y; above++) this.#rows.erase(above);
      this.#eraseLine(1, x);
    }
  }

  #eraseLine(part: number, x: number): void {
    if (part === 1) this.#change((row) => writeCells(row, 0, ' '.repeat(x + 1)));
    else if (part === 2) this.#rows.erase(this.#y);
    else {
      this.#changeCells((cells) => cells.splice(x));
      this.#rows.row(this.#y).wrapped = false;
    }
  }

  #change(edit: (text: string) => string): void {
    const row = this.#rows.row(this.#y);
    row.text = edit(row.text);
  }

  #changeCells(edit: (cells: string[]) => unknown): void {
    this.#change((text) => {
      const cells = [...cellsOf(text)];
      edit(cells);
      return rowText(cells.slice(0, this.#width));
    });
  }
}
