import type { TerminalState } from './terminal-state.js';

/** One row of a screen; `wrapped` where its text goes on in the next. */
export interface Row {
  text: string;
  wrapped: boolean;
}

/** A line without an end is given in pieces of this size. */
const LONGEST_PREFIX = 64 * 1024;

/** The rows of a screen, and how they leave it. A line that has left never changes again, and is counted. */
export class TerminalRows {
  /** Told of each line that leaves the screen, in order. */
  onSettled: (line: string) => void = () => {};
  #height: number;
  #rows: Row[];
  #prefix: string;
  #settled: number;
  #top: number;
  #bottom: number;

  constructor(state: TerminalState) {
    this.#height = state.height;
    this.#rows = state.rows.map(([text, wrapped]) => ({ text, wrapped: wrapped === 1 }));
    this.#prefix = state.prefix;
    this.#settled = state.settled;
    [this.#top, this.#bottom] = state.region;
    this.#fill();
  }

  get settled(): number {
    return this.#settled;
  }

  get top(): number {
    return this.#top;
  }

  get bottom(): number {
    return this.#bottom;
  }

  get state(): Pick<TerminalState, 'height' | 'rows' | 'prefix' | 'settled' | 'region'> {
    return {
      height: this.#height,
      rows: this.#rows.slice(0, this.used()).map(({ text, wrapped }) => [text, wrapped ? 1 : 0]),
      prefix: this.#prefix,
      settled: this.#settled,
      region: [this.#top, this.#bottom],
    };
  }

  row(y: number): Row {
    const row = this.#rows[y] ?? blank();
    this.#rows[y] = row;
    return row;
  }

  erase(y: number): void {
    this.#rows[y] = blank();
  }

  /** How many rows there are up to the last with text. */
  used(): number {
    return this.#rows.findLastIndex(({ text, wrapped }) => wrapped || text.trimEnd() !== '') + 1;
  }

  /** The lines on the screen, from the first that has not settled to the last with text. */
  lines(): string[] {
    const lines: string[] = [];
    let line = this.#prefix;
    const used = this.used();
    for (const [index, { text, wrapped }] of this.#rows.slice(0, used).entries()) {
      line += text;
      if (wrapped && index < used - 1) continue;
      lines.push(line.trimEnd());
      line = '';
    }
    if (used === 0 && line !== '') lines.push(line.trimEnd());
    while (lines.at(-1) === '') lines.pop();
    return lines;
  }

  setRegion(top: number, bottom: number): void {
    [this.#top, this.#bottom] = [top, bottom];
  }

  /** Another number of rows; so many of the first leave the screen. */
  resize(height: number, leaving: number): void {
    for (let i = 0; i < leaving; i++) this.#settleTop();
    this.#height = height;
    this.#rows.length = Math.min(this.#rows.length, height);
    this.#fill();
    this.setRegion(0, height - 1);
  }

  /** tmux puts what scrolls out of a region into the history, too. */
  scrollUp(count: number): void {
    for (let i = 0; i < Math.min(count, this.#height); i++) {
      const [row] = this.#rows.splice(this.#top, 1);
      if (row) this.#settle(row);
      this.#rows.splice(this.#bottom, 0, blank());
    }
  }

  insert(y: number, count: number): void {
    if (y < this.#top || y > this.#bottom) return;
    for (let i = 0; i < Math.min(count, this.#height); i++) {
      this.#rows.splice(this.#bottom, 1);
      this.#rows.splice(y, 0, blank());
    }
  }

  remove(y: number, count: number): void {
    if (y < this.#top || y > this.#bottom) return;
    for (let i = 0; i < Math.min(count, this.#height); i++) {
      this.#rows.splice(y, 1);
      this.#rows.splice(this.#bottom, 0, blank());
    }
  }

  /** A cleared screen goes to the history, as tmux does it. */
  clear(): void {
    const used = this.used();
    for (let i = 0; i < used; i++) this.#settleTop();
    this.#fill();
  }

  #fill(): void {
    while (this.#rows.length < this.#height) this.#rows.push(blank());
  }

  #settleTop(): void {
    const row = this.#rows.shift();
    if (row) this.#settle(row);
  }

  #settle({ text, wrapped }: Row): void {
    this.#prefix += text;
    if (wrapped && this.#prefix.length < LONGEST_PREFIX) return;
    const line = this.#prefix.trimEnd();
    this.#prefix = '';
    this.#settled += 1;
    this.onSettled(line);
  }
}

function blank(): Row {
  return { text: '', wrapped: false };
}
