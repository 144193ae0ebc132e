import { escapeSequences } from './plain-text.js';

/** A line taken apart into its text and the escape sequences in it, so that the text can be changed. */
export class StyledLine {
  #plain = '';
  #sequences: { at: number; readonly text: string }[] = [];

  constructor(raw: string) {
    let end = 0;
    for (const match of raw.matchAll(escapeSequences)) {
      this.#plain += raw.slice(end, match.index);
      this.#sequences.push({ at: this.#plain.length, text: match[0] });
      end = match.index + match[0].length;
    }
    this.#plain += raw.slice(end);
  }

  /** The text without the sequences. */
  get plain(): string {
    return this.#plain;
  }

  /** Puts something else in the place of a part of the text and of the sequences inside it. */
  replace(from: number, to: number, text: string): void {
    this.#plain = this.#plain.slice(0, from) + text + this.#plain.slice(to);
    this.#sequences = this.#sequences.filter(({ at }) => at <= from || at >= to);
    const shift = text.length - (to - from);
    for (const sequence of this.#sequences) if (sequence.at >= to) sequence.at += shift;
  }

  /** The line put together again. What titles, links and other strings hold goes through `change`. */
  toString(change: (text: string) => string = (text) => text): string {
    let line = '';
    let end = 0;
    for (const { at, text } of this.#sequences) {
      line += this.#plain.slice(end, at) + changed(text, change);
      end = at;
    }
    return line + this.#plain.slice(end);
  }
}

function changed(sequence: string, change: (text: string) => string): string {
  const [, start, text, stop] = /^(\x1b[\]PX^_])(.*?)(\x07|\x1b\\|)$/s.exec(sequence) ?? [];
  return text ? `${start}${change(text)}${stop}` : sequence;
}
