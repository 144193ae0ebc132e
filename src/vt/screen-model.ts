import { gridSequences, numbersIn } from './grid-sequences.js';
import { mouseModes, newKeyModes } from './key-modes.js';
import { titleIn } from './osc.js';
import { type Pen, plainPen, ScreenGrid } from './screen-grid.js';
import { ScreenRow } from './screen-row.js';
import { ScreenRows } from './screen-rows.js';
import { emptyScreen, type ScreenState } from './screen-state.js';
import { afterSgr, plainStyle } from './select-graphic-rendition.js';
import type { TerminalModes } from './terminal-modes.js';
import type { StyledRun, TextStyle } from './text-style.js';
import { type ControlSequence, type ControlString, isSgr, type Token, Tokenizer } from './tokens.js';

export interface ScreenModelOptions {
  /**
   * Whether colours and attributes are kept.
   * @default false
   */
  readonly styled?: boolean;
  /**
   * Whether a newline also returns to the first column: for the lines of a log, which have lost their CR.
   * @default false
   */
  readonly newlines?: boolean;
  /**
   * Whether what is drawn on the alternate screen is passed over, because it leaves nothing behind.
   * @default false
   */
  readonly skipsAlternate?: boolean;
}

/**
 * What a terminal makes of output: the rows of its screen with the cursor, and the lines that scrolled off it. It does
 * what tmux does, which a test proves on a real one; what tmux passes over changes nothing.
 *
 * @example
 * const screen = new ScreenModel(emptyScreen(80, 24), { styled: true });
 * screen.feed('\x1b[1mhello');
 * screen.styledRows()[0]; // [{ text: 'hello', bold: true, … }]
 */
export class ScreenModel {
  readonly #options: ScreenModelOptions;
  readonly #tokenizer = new Tokenizer();
  readonly #grid: ScreenGrid;
  /** The rows under the alternate screen. */
  #main: ScreenRows | undefined;
  #alternate = false;
  #saved = { x: 0, y: 0, pen: plainPen(), origin: false };
  #beneath: { x: number; y: number; style: TextStyle } | undefined;
  #cleared: number;
  /** The ASCII character that was printed last, where nothing came behind it. */
  #last = '';
  #keys = newKeyModes();
  #title = '';

  constructor(state: ScreenState, options: ScreenModelOptions = {}) {
    this.#options = options;
    const rows = state.rows.map(([text, wrapped]) => ScreenRow.from(text, wrapped === 1));
    const { width, height, prefix, settled, x, y, region, saved, beneath, modes = [] } = state;
    this.#grid = new ScreenGrid(width, new ScreenRows(rows, height, prefix, settled));
    Object.assign(this.#grid, {
      ...{ x, y, top: region[0], bottom: region[1] },
      ...{
        inserts: modes.includes('insert'),
        wraps: !modes.includes('nowrap'),
        origin: modes.includes('origin'),
      },
    });
    if (modes.includes('lines')) this.#grid.pen.sets[0] = true;
    Object.assign(this.#saved, { x: saved[0], y: saved[1] });
    if (beneath) this.#beneath = { x: beneath[0], y: beneath[1], style: plainStyle };
    this.#cleared = state.cleared;
    this.#tokenizer.push(state.held ?? '');
    if (state.alternate) this.#enterAlternate(false);
  }

  /** Called with each line that leaves the screen, in order. */
  set onSettled(listener: (line: string) => void) {
    this.#history.onSettled = listener;
  }

  /** How many lines have left the screen. */
  get settled(): number {
    return this.#history.settled;
  }

  /** How many lines were cleared away: the pane does not show them any more. */
  get cleared(): number {
    return this.#cleared;
  }

  get width(): number {
    return this.#grid.width;
  }

  get height(): number {
    return this.#grid.height;
  }

  /** Behind the last column where the next character wraps. */
  get cursor(): { readonly x: number; readonly y: number; readonly visible: boolean } {
    return { x: this.#grid.x, y: this.#grid.y, visible: this.#keys.cursorVisible };
  }

  get title(): string {
    return this.#title;
  }

  get alternate(): boolean {
    return this.#alternate;
  }

  get modes(): TerminalModes {
    const { inserts, wraps, origin, top, bottom } = this.#grid;
    const { cursorVisible: _, ...keys } = this.#keys;
    return { ...keys, insert: inserts, wrap: wraps, origin, region: [top, bottom] };
  }

  get state(): ScreenState {
    const { width, height, x, y, top, bottom, inserts, wraps, origin, pen } = this.#grid;
    const { all, prefix, settled } = this.#history;
    const used = this.#history.used();
    const modes = [
      ...(inserts ? ['insert'] : []),
      ...(wraps ? [] : ['nowrap']),
      ...(origin ? ['origin'] : []),
      ...(pen.sets[0] ? ['lines'] : []),
    ];
    const held = this.#tokenizer.held;
    return {
      ...{ width, height, x, y, prefix, settled, cleared: this.#cleared, region: [top, bottom] },
      rows: all.slice(0, used).map(({ text, wrapped }) => [text, wrapped ? 1 : 0]),
      saved: [this.#saved.x, this.#saved.y],
      alternate: this.#alternate,
      ...(this.#beneath && { beneath: [this.#beneath.x, this.#beneath.y] }),
      ...(modes.length > 0 && { modes }),
      ...(held !== '' && { held }),
    };
  }

  /** The lines that are on the screen, wrapped rows put together; not those of an alternate screen that is skipped. */
  liveLines(): string[] {
    return this.#grid.rows.lines();
  }

  /** For each row, whether its text continues in the next. */
  wrappedRows(): boolean[] {
    return this.#grid.rows.all.map(({ wrapped }) => wrapped);
  }

  /** For each row, its text in pieces of one look. */
  styledRows(): StyledRun[][] {
    return this.#grid.rows.all.map((row) => row.runs());
  }

  /** The terminal has another size now. Unlike in tmux, what was wrapped before stays as it is. */
  resize(width: number, height: number): void {
    if (width === this.width && height === this.height) return;
    this.#main?.resize(width, height, Math.min(this.#beneath?.y ?? 0, this.height - 1));
    this.#grid.resize(width, height);
  }

  feed(output: string): void {
    for (const token of this.#tokenizer.push(output)) {
      if (!this.#alternate || !this.#options.skipsAlternate) this.#take(token);
      else if (token.kind === 'csi') this.#takeSkipped(token);
    }
  }

  /** The rows whose history is kept. */
  get #history(): ScreenRows {
    return this.#main ?? this.#grid.rows;
  }

  #take(token: Token): void {
    if (token.kind === 'text') {
      this.#grid.print(token.raw);
      this.#last = /[ -~]$/.exec(token.raw)?.[0] ?? '';
      return;
    }
    // DEL is passed over as if it were not there.
    if (token.kind === 'control' && token.character === '\x7f') return;
    if (token.kind === 'control') this.#control(token.character);
    else if (token.kind === 'csi') this.#sequence(token);
    else if (token.kind === 'escape') this.#escape(token.intermediates + token.final);
    else if (token.kind === 'string') this.#title = titleOf(token) ?? this.#title;
    this.#last = '';
  }

  /** Only the history, and the way back, are the same on both screens. */
  #takeSkipped(token: ControlSequence): void {
    if (token.final === 'h' || token.final === 'l') this.#sequence(token);
    else if (token.final === 'J' && token.parameters === '3') this.#sequence(token);
  }

  #control(character: string): void {
    const grid = this.#grid;
    if (character === '\n' || character === '\v' || character === '\f') {
      grid.lineFeed();
      if (this.#options.newlines && character === '\n') grid.x = 0;
    } else if (character === '\r') grid.x = 0;
    else if (character === '\b') grid.backspace();
    else if (character === '\t') grid.tab();
    else if (character === '\x0e') grid.pen.set = 1;
    else if (character === '\x0f') grid.pen.set = 0;
  }

  #escape(sequence: string): void {
    const grid = this.#grid;
    if (sequence === 'D') grid.lineFeed();
    else if (sequence === 'E') {
      grid.x = 0;
      grid.lineFeed();
    } else if (sequence === 'M') grid.reverseFeed();
    else if (sequence === 'H' && grid.x < grid.width) grid.tabs.add(grid.x);
    else if (sequence === '7') this.#save();
    else if (sequence === '8') this.#restore();
    else if (sequence === '(0' || sequence === '(B') grid.pen.sets[0] = sequence === '(0';
    else if (sequence === ')0' || sequence === ')B') grid.pen.sets[1] = sequence === ')0';
    else if (sequence === '=' || sequence === '>') this.#keys.applicationKeypad = sequence === '=';
    else if (sequence === '#8') grid.align();
    else if (sequence === 'c') this.#reset();
  }

  #sequence(token: ControlSequence): void {
    const { marker, parameters, intermediates, final } = token;
    if (isSgr(token)) {
      if (this.#options.styled) this.#grid.pen.style = afterSgr(this.#grid.pen.style, parameters);
      return;
    }
    const numbers = numbersIn(parameters);
    if (!numbers || intermediates !== '') return;
    if (final === 'h' || final === 'l') {
      for (const number of numbers) this.#mode(number ?? 0, marker, final === 'h');
    } else if (marker !== '') return;
    else if (final === 's') this.#save();
    else if (final === 'u') this.#restore();
    else if (final === 'b') this.#repeat(Math.max(1, numbers[0] ?? 1));
    else if (final === 'J' && numbers[0] === 3) this.#clearHistory();
    else gridSequences[final]?.(this.#grid, Math.max(1, numbers[0] ?? 1), numbers);
  }

  #mode(mode: number, marker: string, set: boolean): void {
    const grid = this.#grid;
    if (marker === '' && mode === 4) grid.inserts = set;
    if (marker !== '?') return;
    if (mode === 1) this.#keys.applicationCursor = set;
    else if (mode === 3) this.#clear();
    else if (mode === 6) {
      grid.origin = set;
      grid.toColumn(0);
      grid.toRow(0);
    } else if (mode === 7) grid.wraps = set;
    else if (mode === 25) this.#keys.cursorVisible = set;
    else if (mode === 2004) this.#keys.bracketedPaste = set;
    else if (mode === 47 || mode === 1047 || mode === 1049) this.#changeScreen(set, mode === 1049);
    else this.#keys.mouse = mouseModes(this.#keys.mouse, mode, set);
  }

  #changeScreen(alternate: boolean, withCursor: boolean): void {
    if (alternate) {
      if (!this.#alternate) this.#enterAlternate(withCursor);
      return;
    }
    // This happens whatever screen it is.
    if (withCursor && this.#beneath) {
      [this.#grid.x, this.#grid.y] = [this.#beneath.x, this.#beneath.y];
      this.#grid.pen.style = this.#beneath.style;
    }
    this.#grid.x = Math.min(this.#grid.x, this.width - 1);
    this.#grid.y = Math.min(this.#grid.y, this.height - 1);
    if (!this.#alternate) return;
    this.#alternate = false;
    if (this.#main) this.#grid.rows = this.#main;
    this.#main = undefined;
  }

  /** The alternate screen is empty whenever a program enters it, and has no history. */
  #enterAlternate(withCursor: boolean): void {
    const grid = this.#grid;
    this.#alternate = true;
    if (withCursor) this.#beneath = { x: grid.x, y: grid.y, style: grid.pen.style };
    if (this.#options.skipsAlternate) return;
    this.#main = grid.rows;
    grid.rows = new ScreenRows([], grid.height);
    grid.rows.hasHistory = false;
  }

  #repeat(count: number): void {
    this.#grid.print(this.#last.repeat(Math.min(count, Math.max(0, this.width - this.#grid.x))));
  }

  #clearHistory(): void {
    this.#cleared = this.settled;
  }

  #clear(): void {
    this.#grid.toColumn(0);
    this.#grid.toRow(0);
    this.#grid.eraseAll();
  }

  #save(): void {
    const { x, y, pen, origin } = this.#grid;
    this.#saved = { x, y, pen: copyOf(pen), origin };
  }

  #restore(): void {
    const { x, y, pen, origin } = this.#saved;
    const [column, row] = [Math.min(x, this.width - 1), Math.min(y, this.height - 1)];
    Object.assign(this.#grid, { x: column, y: row, pen: copyOf(pen), origin });
  }

  /** It stays on the screen that it is on. */
  #reset(): void {
    const fresh = new ScreenModel(emptyScreen(this.width, this.height));
    const { pen, tabs, inserts, wraps, origin, top, bottom } = fresh.#grid;
    Object.assign(this.#grid, { pen, tabs, inserts, wraps, origin, top, bottom });
    this.#saved = fresh.#saved;
    this.#keys = fresh.#keys;
    this.#grid.eraseAll();
    this.#grid.x = this.#grid.y = 0;
  }
}

/** tmux takes an APC for a title, too. */
function titleOf({ opener, text }: ControlString): string | undefined {
  if (opener === '_') return text;
  return opener === ']' ? titleIn(text) : undefined;
}

function copyOf(pen: Pen): Pen {
  return { ...pen, sets: [...pen.sets] };
}
