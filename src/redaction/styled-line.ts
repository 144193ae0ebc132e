import { invisibles, stringPattern } from '../vt/index.js';
import type { Span } from './compiled-rule.js';

/** A line taken apart into its text and the escape sequences in it, so that the text can be changed. */
export class StyledLine {
  #plain = '';
  #sequences: { at: number; readonly text: string }[] = [];

  constructor(raw: string) {
    let end = 0;
    for (const match of raw.matchAll(invisibles)) {
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

  /** Replaces parts of the text, which come in order, and the sequences inside them. */
  replace(spans: readonly Span[], mask: (found: string) => string): void {
    const sequences: { at: number; readonly text: string }[] = [];
    let [plain, end, next] = ['', 0, 0];
    const keep = (until: number): void => {
      for (let each = this.#sequences[next]; each && each.at <= until; each = this.#sequences[++next]) {
        sequences.push({ at: plain.length + (each.at - end), text: each.text });
      }
      plain += this.#plain.slice(end, until);
    };
    for (const [from, to] of spans) {
      keep(from);
      plain += mask(this.#plain.slice(from, to));
      end = to;
      while ((this.#sequences[next]?.at ?? to) < to) next += 1;
    }
    keep(this.#plain.length);
    this.#plain = plain;
    this.#sequences = sequences;
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
  return sequence.replace(STRING, (_, opening: string, text: string) => opening + change(text));
}

const STRING = new RegExp(`^${stringPattern('javascript')}`);
