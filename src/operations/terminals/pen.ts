import { ansiText } from '../../screen/ansi-text.js';
import type { TextStyle } from '../../screen/styled-screen.js';

/**
 * How the next character would be drawn: colours, attributes, character set. tmux has no words for it, so it is
 * followed in what the program prints.
 */
export class Pen {
  #sequences: string | undefined;
  #printed = false;

  /** Whether it is known: from the first reset on. */
  get known(): boolean {
    return this.#sequences !== undefined;
  }

  /** Whether something was drawn with a pen that is not known. */
  get guessed(): boolean {
    return !this.known && this.#printed;
  }

  /** The sequences that make a plain pen this one. */
  get sequences(): string {
    return this.#sequences ?? '';
  }

  output(text: string): void {
    this.#printed ||= text !== '';
    const reset = lastReset(text);
    if (reset < 0 && this.#sequences === undefined) return;
    let sequences = reset < 0 ? this.sequences : '';
    for (const [sequence] of text.slice(Math.max(0, reset)).matchAll(SEQUENCES)) sequences += sequence;
    this.#sequences = sequences.length > LONGEST ? sequences.slice(sequences.lastIndexOf('\x1b')) : sequences;
  }

  /** The look of something that was just drawn. */
  learn(style: TextStyle): void {
    const [sequence = ''] = /^\x1b\[[\d;:]*m/.exec(ansiText([{ ...style, text: 'x' }])) ?? [];
    this.#sequences = sequence;
  }

  /** Nothing is known of what was printed last. */
  forget(): void {
    this.#sequences = undefined;
    this.#printed = false;
  }
}

/** Colours and attributes, the two character sets, and which of them is used. */
const SEQUENCES = /\x1b\[[\d;:]*m|\x1b[()][0-9A-Z]|[\x0e\x0f]/g;

/** Programs that never reset would fill the memory. */
const LONGEST = 400;

function lastReset(text: string): number {
  return Math.max(
    text.lastIndexOf('\x1b[m'),
    text.lastIndexOf('\x1b[0m'),
    text.lastIndexOf('\x1b[0;'),
    text.lastIndexOf('\x1bc'),
  );
}
