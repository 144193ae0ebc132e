import { isSgr, sgrOf, type TextStyle, type Token, Tokenizer } from '../../vt/index.js';

/**
 * How the next character would be drawn: colours, attributes, character set. tmux has no words for it, so it is
 * followed in what the program prints.
 */
export class Pen {
  readonly #tokenizer = new Tokenizer();
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
    for (const token of this.#tokenizer.push(text)) {
      if (isReset(token)) this.#sequences = token.kind === 'csi' ? token.raw : '';
      else if (this.#sequences !== undefined && changesPen(token)) this.#add(token.raw);
    }
  }

  /** The look of something that was just drawn. */
  learn(style: TextStyle): void {
    this.#sequences = sgrOf(style);
  }

  /** Nothing is known of what was printed last. */
  forget(): void {
    this.#tokenizer.end();
    this.#sequences = undefined;
    this.#printed = false;
  }

  #add(sequence: string): void {
    const all = this.sequences + sequence;
    this.#sequences = all.length > LONGEST ? sequence : all;
  }
}

/** Programs that never reset would fill the memory. */
const LONGEST = 400;

function isReset(token: Token): boolean {
  if (token.kind === 'escape') return token.intermediates === '' && token.final === 'c';
  return isSgr(token) && /^0?(?:;|$)/.test(token.parameters);
}

/** Colours and attributes, the two character sets, and which of them is used. */
function changesPen(token: Token): boolean {
  if (token.kind === 'escape') return token.intermediates === '(' || token.intermediates === ')';
  if (token.kind === 'control') return token.raw === '\x0e' || token.raw === '\x0f';
  return isSgr(token);
}
