/**
 * Lets through what draws: text, colours, moves of the cursor and erasures. What else a program can ask of a terminal is
 * dropped: to set the clipboard, a title or keys, to answer, to report the mouse. A reader of old output did not
 * start the program, and did not agree to that.
 *
 * @example
 * new PictureFilter().push('\x1b]52;c;aGk=\x07\x1b[31mred\x1b[m'); // '\x1b[31mred\x1b[m'
 */
export class PictureFilter {
  #state: 'text' | 'escape' | 'sequence' | 'string' | 'string escape' = 'text';
  /** The sequence so far. */
  #held = '';

  push(text: string): string {
    let shown = '';
    for (const character of text) shown += this.#next(character);
    return shown;
  }

  #next(character: string): string {
    switch (this.#state) {
      case 'text':
        return this.#text(character);
      case 'escape':
        return this.#escape(character);
      case 'sequence':
        return this.#sequence(character);
      case 'string':
        if (character === '\x07' || character === '\x9c' || CANCELS.test(character)) this.#state = 'text';
        else if (character === '\x1b') this.#state = 'string escape';
        return '';
      case 'string escape':
        if (character === '\\') this.#state = 'text';
        else return this.#begin(character);
        return '';
    }
  }

  #text(character: string): string {
    if (character === '\x1b') this.#begin('');
    else if (character === '\x9b') [this.#state, this.#held] = ['sequence', '\x1b['];
    else if (/[\x90\x98\x9d-\x9f]/.test(character)) this.#state = 'string';
    else if (!/[\x05\x80-\x9f]/.test(character)) return character;
    return '';
  }

  /** Behind an ESC. */
  #begin(character: string): string {
    [this.#state, this.#held] = ['escape', '\x1b'];
    return character === '' ? '' : this.#escape(character);
  }

  #escape(character: string): string {
    if (character === '[' && this.#held === '\x1b') this.#state = 'sequence';
    else if (/[\]PX^_k]/.test(character) && this.#held === '\x1b') this.#state = 'string';
    else if (character === '\x1b') return this.#begin('');
    else if (!/[ -/]/.test(character) || this.#held.length > LONGEST) return this.#end(character, SHORT);
    this.#held += character;
    return '';
  }

  #sequence(character: string): string {
    if (character === '\x1b') return this.#begin('');
    if (CANCELS.test(character) || this.#held.length > LONGEST) {
      this.#state = 'text';
      return '';
    }
    // Controls inside a sequence are carried out at once, as terminals do it.
    if (character < ' ') return this.#text(character);
    if (character < '@' || character > '~') {
      this.#held += character;
      return '';
    }
    return this.#end(character, DRAWS);
  }

  #end(character: string, allowed: RegExp): string {
    const whole = this.#held + character;
    this.#state = 'text';
    return allowed.test(whole) ? whole : '';
  }
}

const LONGEST = 256;
const CANCELS = /[\x18\x1a]/;

/** Save and restore the cursor, line up and down, character sets. */
const SHORT = /^\x1b(?:[78DEM]|[()*+][0-9A-Z])$/;

/** Colours; moves, erasures, insertions, tabs, margins; the cursor shown, lines wrapped, and the alternate screen. */
const DRAWS =
  /^\x1b\[(?:[0-9;:]*m|[0-9;]*[@A-MPSTXZ`abd-gr]|[su]|\?[0-9;]*[JK]|\?(?:6|7|25|47|1047|1048|1049)(?:;(?:6|7|25|47|1047|1048|1049))*[hl]|[0-9]* q)$/;
