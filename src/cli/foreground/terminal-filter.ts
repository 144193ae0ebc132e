import { passedThrough, type Token, Tokenizer } from '../../vt/index.js';
import { TerminalModes } from './terminal-modes.js';
import { isKeyMode, isQuery } from './terminal-sequences.js';

/**
 * Makes the output of a program, whose terminal is a pane of tmux, fit for the terminal of a person: without the
 * questions to the terminal, which tmux has answered, and with what was wrapped for tmux unwrapped. Everything else
 * passes byte for byte.
 */
export class TerminalFilter {
  readonly modes = new TerminalModes();
  readonly #tokenizer = new Tokenizer();

  push(data: Buffer): Buffer {
    if (!this.#tokenizer.isInside && !data.includes(ESCAPE)) return data;
    let shown = '';
    for (const token of this.#tokenizer.push(data.toString('latin1'))) shown += this.#shown(token);
    return Buffer.from(shown, 'latin1');
  }

  end(): Buffer {
    return Buffer.from(this.#tokenizer.end(), 'latin1');
  }

  #shown(token: Token): string {
    if (token.kind === 'text' || token.kind === 'control') return token.raw;
    if (token.kind === 'string') {
      const wrapped = token.opener === 'P' ? passedThrough(token.text) : undefined;
      if (wrapped !== undefined) return wrapped;
      // A window of tmux is named so; other terminals would print the name.
      if (token.opener === 'k') return '';
    }
    if (isQuery(token) || isKeyMode(token)) return '';
    this.modes.see(token);
    return token.raw;
  }
}

const ESCAPE = 0x1b;
