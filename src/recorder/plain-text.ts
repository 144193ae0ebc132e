/**
 * An escape sequence as the recorder and the redactor understand it: control sequences (colours, cursor), strings
 * (titles, links; their text ends at BEL, ST, any other ESC or the end of the line), the short ones, and the control
 * characters that neither show anything nor move the cursor: tmux passes over NUL, BEL, DEL and their like, and the
 * shifts of character sets stand behind each `sgr0` of terminfo. The filters on the host hold the same grammar.
 */
export const escapeSequences =
  /\x1b(?:\[[0-?]*[ -/]*[@-~]?|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)?|[ -/]*[0-~]?)|[\x00-\x07\x0e-\x1a\x1c-\x1f\x7f]/g;

/** Whether some of it is no text: most is, and needs not be taken apart. */
export function hasSequences(text: string): boolean {
  return /[\x00-\x07\x0e-\x1f\x7f]/.test(text);
}

/** The text alone. */
export function withoutSequences(text: string): string {
  return hasSequences(text) ? text.replace(escapeSequences, '') : text;
}

/** The place in a text with sequences of a place in the text without them; behind those that stand there. */
export function placeAmongSequences(text: string, plainPlace: number): number {
  let [plain, at] = [0, 0];
  for (const { 0: sequence, index } of text.matchAll(escapeSequences)) {
    if (plain + (index - at) > plainPlace) break;
    plain += index - at;
    at = index + sequence.length;
  }
  return at + (plainPlace - plain);
}

/**
 * Where an escape sequence has begun at the end of a text that has not ended; the length of the text where none has. A
 * string that is too long for a title or a link is none: pictures come this way.
 */
export function unfinishedSequence(text: string): number {
  const at = UNFINISHED.exec(text)?.index ?? text.length;
  return text.length - at > LONGEST_SEQUENCE ? text.length : at;
}

const UNFINISHED = /\x1b(?:\[[0-?]*[ -/]*|[\]PX^_][^\x07\x1b]*\x1b?|[ -/]*)$/;
const LONGEST_SEQUENCE = 4_096;

/**
 * A line as a terminal leaves it: without escape sequences, and with carriage returns, backspaces and erasures done,
 * so that of a progress bar the last state is left.
 */
export function plainLine(raw: string): string {
  if (!/[\x00-\x08\x0b-\x1f\x7f]/.test(raw)) return raw;
  if (!/[\x08\r]|\x1b\[[0-9;]*[CDGKPX@]/.test(raw)) return withoutControls(raw.replace(escapeSequences, ''));
  const line = new TerminalLine();
  let at = 0;
  for (const match of raw.matchAll(escapeSequences)) {
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
    const [, digits, letter] = /^\x1b\[(\d*)([CDGKPX@])$/.exec(sequence) ?? [];
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
