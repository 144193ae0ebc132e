/** What a program has changed about a terminal and not changed back, so that it can be left as it was. */
export class TerminalModes {
  readonly #on = new Set<string>();
  #cursorHidden = false;
  #keypad = false;
  #margins = false;
  #cursorStyle = false;
  #coloured = false;

  see(sequence: string): void {
    const [, modes, set] = /^\x1b\[\?([0-9;]+)([hl])$/.exec(sequence) ?? [];
    for (const mode of modes?.split(';') ?? []) {
      if (mode === '25') this.#cursorHidden = set === 'l';
      else if (!RESTORED.has(mode)) continue;
      else if (set === 'h') this.#on.add(mode);
      else this.#on.delete(mode);
    }
    if (sequence === '\x1b=') this.#keypad = true;
    if (sequence === '\x1b>') this.#keypad = false;
    if (/^\x1b\[[0-9;]*r$/.test(sequence)) this.#margins = sequence !== '\x1b[r';
    if (/^\x1b\[[0-9]* q$/.test(sequence)) this.#cursorStyle = !/^\x1b\[0? q$/.test(sequence);
    if (/^\x1b\[[0-9;:]*m$/.test(sequence)) this.#coloured = !/^\x1b\[0*m$/.test(sequence);
    // A reset takes everything back.
    if (sequence === '\x1bc') this.#forget();
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
