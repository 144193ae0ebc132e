/** What became of a program, as the shell around it tells. */
export type ProgramNote =
  | { readonly kind: 'started' }
  | { readonly kind: 'refused'; readonly why: 'no-program' | 'no-folder' | 'no-home' }
  | { readonly kind: 'ended'; readonly code: number };

/**
 * Finds the notes of one program in the output of its pane, which comes in pieces.
 *
 * @example
 * const notes = new ProgramNotes(nonce);
 * for (const note of notes.read(data)) tell(note);
 */
export class ProgramNotes {
  readonly #begin: string;
  #rest = '';

  constructor(nonce: string) {
    this.#begin = `\x1b]7770;test;${nonce};`;
  }

  read(data: Buffer): ProgramNote[] {
    const notes: ProgramNote[] = [];
    this.#rest += data.toString('latin1');
    for (;;) {
      const at = this.#rest.indexOf(this.#begin);
      if (at < 0) break;
      const from = at + this.#begin.length;
      const to = this.#rest.indexOf('\x1b\\', from);
      if (to < 0) {
        this.#rest = this.#rest.slice(at);
        return notes;
      }
      notes.push(noteOf(this.#rest.slice(from, to)));
      this.#rest = this.#rest.slice(to + 2);
    }
    this.#rest = this.#rest.slice(-(this.#begin.length - 1));
    return notes;
  }
}

function noteOf(text: string): ProgramNote {
  const [word = '', code] = text.split(';');
  if (word === 'start') return { kind: 'started' };
  if (word === 'exit') return { kind: 'ended', code: Number(code) };
  return { kind: 'refused', why: word as 'no-program' };
}
