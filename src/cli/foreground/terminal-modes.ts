import type { ControlSequence, Token } from '../../vt/index.js';

/** What a program has changed about a terminal and not changed back, so that it can be left as it was. */
export class TerminalModes {
  readonly #on = new Set<string>();
  #cursorHidden = false;
  #keypad = false;
  #margins = false;
  #cursorStyle = false;
  #coloured = false;

  see(token: Token): void {
    if (token.kind === 'csi') this.#seeSequence(token);
    if (token.kind !== 'escape' || token.intermediates !== '') return;
    if (token.final === '=') this.#keypad = true;
    if (token.final === '>') this.#keypad = false;
    // A reset takes everything back.
    if (token.final === 'c') this.#forget();
  }

  #seeSequence({ marker, parameters, intermediates, final }: ControlSequence): void {
    if (intermediates === ' ' && final === 'q') this.#cursorStyle = !/^0?$/.test(parameters);
    if (intermediates !== '') return;
    if (marker === '?' && (final === 'h' || final === 'l'))
      this.#seeModes(parameters.split(';'), final === 'h');
    if (marker !== '') return;
    if (final === 'r') this.#margins = parameters !== '';
    if (final === 'm') this.#coloured = !/^0*$/.test(parameters);
  }

  #seeModes(modes: readonly string[], set: boolean): void {
    for (const mode of modes) {
      if (mode === '25') this.#cursorHidden = !set;
      else if (!RESTORED.has(mode)) continue;
      else if (set) this.#on.add(mode);
      else this.#on.delete(mode);
    }
  }

  /** What puts the terminal back to how the program found it; empty where there is nothing to do. */
  restore(): string {
    const parts = [
      this.#coloured ? '\x1b[m' : '',
      this.#margins ? '\x1b7\x1b[r\x1b8' : '',
      ...[...this.#on].reverse().map((mode) => `\x1b[?${mode}l`),
      this.#keypad ? '\x1b>' : '',
      this.#cursorStyle ? '\x1b[0 q' : '',
      this.#cursorHidden ? '\x1b[?25h' : '',
    ];
    this.#forget();
    return parts.join('');
  }

  #forget(): void {
    this.#on.clear();
    this.#cursorHidden = this.#keypad = this.#margins = this.#cursorStyle = this.#coloured = false;
  }
}

/** Cursor keys, mouse, focus, the alternate screen, bracketed paste, synchronised output. */
const RESTORED = new Set(
  '1 9 47 1000 1001 1002 1003 1004 1005 1006 1007 1015 1016 1047 1049 2004 2026 2031'.split(' '),
);
