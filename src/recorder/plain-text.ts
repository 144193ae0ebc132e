import { controlSequencePattern, invisibles } from '../vt/index.js';

/**
 * A line as a terminal leaves it: without escape sequences, and with carriage returns, backspaces and erasures done,
 * so that of a progress bar the last state is left.
 */
export function plainLine(raw: string): string {
  if (!/[\x00-\x08\x0b-\x1f\x7f]/.test(raw)) return raw;
  if (!MOVES.test(raw)) return withoutControls(raw.replace(invisibles, ''));
  const line = new TerminalLine();
  let at = 0;
  for (const match of raw.matchAll(invisibles)) {
    line.print(raw.slice(at, match.index));
    line.control(match[0]);
    at = match.index + match[0].length;
  }
  line.print(raw.slice(at));
  return line.text();
}

function withoutControls(text: string): string {
  return text.replace(/[\x00-\x08\x0b-\x1f\x7f]/g, '');
}

const MOVES = new RegExp(`[\\x08\\r]|${controlSequencePattern('CDGKPX@')}`);
const MOVE = new RegExp(`^${controlSequencePattern('CDGKPX@')}$`);

/** No screen is wider; what sequences ask for beyond that would only cost memory. */
const MOST_COLUMNS = 10_000;

/** One row of cells. Every character takes one cell: that of a wide one is wide. */
class TerminalLine {
  #cells: string[] = [];
  #cursor = 0;

  text(): string {
    return this.#cells.join('');
  }

  print(text: string): void {
    for (const character of text) {
      if (character === '\r') this.#cursor = 0;
      else if (character === '\b') this.#cursor = Math.max(0, this.#cursor - 1);
      else if (character >= ' ' || character === '\t') this.#put(character);
    }
  }

  control(sequence: string): void {
    const [letter, digits] = [sequence.at(-1), sequence.slice(2, -1)];
    if (!MOVE.test(sequence) || digits.includes(';')) return;
    const count = Number(digits || (letter === 'K' ? 0 : 1));
    switch (letter) {
      case 'C':
        this.#cursor = Math.min(this.#cursor + count, MOST_COLUMNS);
        break;
      case 'D':
        this.#cursor = Math.max(0, this.#cursor - count);
        break;
      case 'G':
        this.#cursor = Math.min(Math.max(0, count - 1), MOST_COLUMNS);
        break;
      case 'K':
        if (count === 0) this.#cells.length = Math.min(this.#cells.length, this.#cursor);
        else if (count === 1) this.#blank(0, this.#cursor + 1);
        else this.#cells = [];
        break;
      case 'P':
        this.#cells.splice(this.#cursor, count);
        break;
      case 'X':
        this.#blank(this.#cursor, this.#cursor + count);
        break;
      case '@':
        if (this.#cursor < this.#cells.length) {
          const room = Math.max(0, MOST_COLUMNS - this.#cells.length);
          this.#cells.splice(this.#cursor, 0, ...new Array<string>(Math.min(count, room)).fill(' '));
        }
        break;
    }
  }

  #put(character: string): void {
    while (this.#cells.length < this.#cursor) this.#cells.push(' ');
    this.#cells[this.#cursor] = character;
    this.#cursor += 1;
  }

  #blank(from: number, to: number): void {
    this.#cells.fill(' ', from, to);
  }
}
