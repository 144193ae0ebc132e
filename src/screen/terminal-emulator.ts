import { characterWidth } from './column-width.js';
import { type PrintedToken, printedTokens } from './printed-tokens.js';
import { afterSgr, plainStyle } from './select-graphic-rendition.js';
import { rowText } from './styled-rows.js';
import type { StyledScreen, TextStyle } from './styled-screen.js';
import { TerminalGrid } from './terminal-grid.js';

/**
 * What a terminal shows after some output, with its colours: pure, for pictures of recordings. It follows tmux where
 * terminals differ, and knows what programs use; what it does not know changes nothing.
 *
 * @example
 * const terminal = new TerminalEmulator(80, 24);
 * terminal.feed('\x1b[1mhello');
 * terminal.screen().rows[0]; // 'hello'
 */
export class TerminalEmulator {
  #width: number;
  #height: number;
  #main: TerminalGrid;
  #grid: TerminalGrid;
  #alternate = false;
  #x = 0;
  #y = 0;
  #style: TextStyle = plainStyle;
  #top = 0;
  #bottom: number;
  #saved = { x: 0, y: 0, style: plainStyle };
  #beneath = { x: 0, y: 0, style: plainStyle };
  #visible = true;
  #wraps = true;
  #inserts = false;
  #title = '';
  #rest = '';
  #drawing = false;

  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
    this.#bottom = height - 1;
    this.#main = new TerminalGrid(width, height);
    this.#grid = this.#main;
  }

  resize(width: number, height: number): void {
    const leaving = this.#grid.resize(width, height, this.#y);
    if (this.#grid !== this.#main) this.#main.resize(width, height, this.#beneath.y);
    this.#width = width;
    this.#height = height;
    this.#top = 0;
    this.#bottom = height - 1;
    this.#goTo(this.#x, this.#y - leaving);
  }

  feed(output: string): void {
    const { tokens, rest, drawing } = printedTokens(this.#rest + output, this.#drawing);
    this.#rest = rest;
    this.#drawing = drawing;
    for (const token of tokens) this.#take(token);
  }

  screen(): StyledScreen {
    const styledRows = this.#grid.styledRows();
    const rows = styledRows.map((row) => rowText(row).trimEnd());
    return {
      width: this.#width,
      height: this.#height,
      historySize: 0,
      rows,
      lines: rows,
      lineOfRow: rows.map((_, row) => row),
      styledRows,
      cursor: { x: Math.min(this.#x, this.#width - 1), y: this.#y, visible: this.#visible },
      title: this.#title,
      alternate: this.#alternate,
      inMode: false,
      dead: false,
    };
  }

  #take(token: PrintedToken): void {
    if (token.kind === 'text') for (const character of token.text) this.#print(character);
    else if (token.kind === 'control') this.#control(token.character);
    else if (token.kind === 'style') this.#style = afterSgr(this.#style, token.parameters);
    else if (token.kind === 'title') this.#title = token.title;
    else if (token.kind === 'mode')
      for (const mode of token.modes) this.#mode(mode, token.isPrivate, token.set);
    else if (token.kind === 'sequence') this.#sequence(token.final, token.numbers);
    else this.#escape(token.final);
  }

  #print(character: string): void {
    const columns = characterWidth(character.codePointAt(0) ?? 0);
    if (columns === 0) return this.#grid.combine(this.#x, this.#y, character);
    if (this.#x + columns > this.#width) {
      if (this.#wraps) {
        this.#x = 0;
        this.#lineFeed();
      } else this.#x = Math.max(0, this.#width - columns);
    }
    if (this.#inserts) this.#grid.insertCells(this.#x, this.#y, columns, this.#style);
    this.#grid.write(this.#x, this.#y, character, columns, this.#style);
    this.#x += columns;
  }

  #control(character: string): void {
    if (character === '\r') this.#x = 0;
    else if (character === '\n' || character === '\v' || character === '\f') this.#lineFeed();
    else if (character === '\b') this.#x = Math.max(0, Math.min(this.#x, this.#width - 1) - 1);
    else if (character === '\t') this.#x = Math.min(this.#width - 1, (Math.floor(this.#x / 8) + 1) * 8);
  }

  #escape(final: string): void {
    if (final === 'D') this.#lineFeed();
    else if (final === 'E') this.#nextLine();
    else if (final === 'M') this.#reverseFeed();
    else if (final === '7') this.#saved = this.#place();
    else if (final === '8') this.#restore(this.#saved);
    else if (final === 'c') this.#reset();
  }

  #sequence(final: string, [first = 0, second = 0]: readonly number[]): void {
    const x = Math.min(this.#x, this.#width - 1);
    const y = this.#y;
    const count = Math.max(1, first);
    const grid = this.#grid;
    if (final === 'A') this.#goTo(x, y - count);
    else if (final === 'B' || final === 'e') this.#goTo(x, y + count);
    else if (final === 'C' || final === 'a') this.#goTo(x + count, y);
    else if (final === 'D') this.#goTo(x - count, y);
    else if (final === 'E') this.#goTo(0, y + count);
    else if (final === 'F') this.#goTo(0, y - count);
    else if (final === 'G' || final === '`') this.#goTo(count - 1, y);
    else if (final === 'd') this.#goTo(x, count - 1);
    else if (final === 'H' || final === 'f') this.#goTo(Math.max(1, second) - 1, count - 1);
    else if (final === 's') this.#saved = this.#place();
    else if (final === 'u') this.#restore(this.#saved);
    else if (final === 'J') this.#eraseDisplay(first, x, y);
    else if (final === 'K') this.#eraseLine(first, x, y);
    else if (final === 'X') grid.erase(y, x, x + count, this.#style);
    else if (final === 'P') grid.removeCells(x, y, count);
    else if (final === '@') grid.insertCells(x, y, count, this.#style);
    else if (final === 'S') grid.scrollUp(this.#top, this.#bottom, count);
    else if (final === 'T') grid.scrollDown(this.#top, this.#bottom, count);
    else if (final === 'r') this.#setRegion(count, second);
    else if (y < this.#top || y > this.#bottom) return;
    else if (final === 'L') grid.scrollDown(y, this.#bottom, count);
    else if (final === 'M') grid.scrollUp(y, this.#bottom, count);
  }

  #mode(mode: number, isPrivate: boolean, set: boolean): void {
    if (!isPrivate) {
      if (mode === 4) this.#inserts = set;
    } else if (mode === 7) this.#wraps = set;
    else if (mode === 25) this.#visible = set;
    else if (mode === 47 || mode === 1047 || mode === 1049) this.#switch(set);
  }

  /** The alternate screen is empty whenever a program enters it. */
  #switch(alternate: boolean): void {
    if (alternate === this.#alternate) return;
    this.#alternate = alternate;
    if (alternate) {
      this.#beneath = this.#place();
      this.#grid = new TerminalGrid(this.#width, this.#height);
    } else {
      this.#grid = this.#main;
      this.#restore(this.#beneath);
    }
  }

  #eraseDisplay(part: number, x: number, y: number): void {
    if (part === 3) return;
    if (part === 0 || part === 1) this.#eraseLine(part, x, y);
    const from = part === 0 ? y + 1 : 0;
    const to = part === 1 ? y : this.#height;
    for (let row = from; row < to; row++) this.#grid.erase(row, 0, this.#width, this.#style);
  }

  #eraseLine(part: number, x: number, y: number): void {
    const from = part === 0 ? x : 0;
    this.#grid.erase(y, from, part === 1 ? x + 1 : this.#width, this.#style);
  }

  #setRegion(top: number, bottom: number): void {
    const last = bottom === 0 ? this.#height : Math.min(bottom, this.#height);
    if (top >= last) return;
    this.#top = top - 1;
    this.#bottom = last - 1;
    this.#goTo(0, 0);
  }

  #reset(): void {
    const fresh = new TerminalEmulator(this.#width, this.#height);
    this.#main = fresh.#main;
    this.#grid = this.#main;
    this.#alternate = false;
    this.#style = plainStyle;
    [this.#visible, this.#wraps, this.#inserts] = [true, true, false];
    this.#setRegion(1, 0);
  }

  #nextLine(): void {
    this.#x = 0;
    this.#lineFeed();
  }

  #lineFeed(): void {
    if (this.#y === this.#bottom) this.#grid.scrollUp(this.#top, this.#bottom, 1);
    else if (this.#y < this.#height - 1) this.#y += 1;
  }

  #reverseFeed(): void {
    if (this.#y === this.#top) this.#grid.scrollDown(this.#top, this.#bottom, 1);
    else if (this.#y > 0) this.#y -= 1;
  }

  #goTo(x: number, y: number): void {
    this.#x = Math.max(0, Math.min(x, this.#width - 1));
    this.#y = Math.max(0, Math.min(y, this.#height - 1));
  }

  #place(): { x: number; y: number; style: TextStyle } {
    return { x: this.#x, y: this.#y, style: this.#style };
  }

  #restore({ x, y, style }: { x: number; y: number; style: TextStyle }): void {
    this.#goTo(x, y);
    this.#style = style;
  }
}
