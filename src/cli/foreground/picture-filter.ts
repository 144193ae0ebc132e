import { type ControlSequence, type Token, Tokenizer } from '../../vt/index.js';

/**
 * Lets through what draws: text, colours, moves of the cursor and erasures. What else a program can ask of a terminal is
 * dropped: to set the clipboard, a title or keys, to answer, to report the mouse. A reader of old output did not
 * start the program, and did not agree to that.
 *
 * @example
 * new PictureFilter().push('\x1b]52;c;aGk=\x07\x1b[31mred\x1b[m'); // '\x1b[31mred\x1b[m'
 */
export class PictureFilter {
  readonly #tokenizer = new Tokenizer();

  push(text: string): string {
    let shown = '';
    // tmux takes the controls of eight bits for text; the terminal of a reader may not.
    const seven = text.replace(/[\x80-\x9f]/g, (control) => `\x1b${asEscape(control)}`);
    for (const token of this.#tokenizer.push(seven)) shown += drawing(token);
    return shown;
  }
}

/** `CSI` is `ESC [`. */
function asEscape(control: string): string {
  return String.fromCharCode(control.charCodeAt(0) - 0x40);
}

/** A token put together again from its parts where it draws, so that nothing hides inside a sequence. */
function drawing(token: Token): string {
  switch (token.kind) {
    case 'text':
      return token.raw;
    case 'control':
      return token.character === ENQUIRY ? '' : token.character;
    case 'escape':
      return SHORT.test(token.intermediates + token.final) ? `\x1b${token.intermediates}${token.final}` : '';
    case 'csi':
      return drawn(token);
    default:
      return '';
  }
}

const ENQUIRY = '\x05';

/** Save and restore the cursor, line up and down, character sets. */
const SHORT = /^(?:[78DEM]|[()*+][0-9A-Z])$/;

function drawn({ marker, parameters, intermediates, final }: ControlSequence): string {
  const body = marker + parameters + intermediates + final;
  return DRAWS.test(body) ? `\x1b[${body}` : '';
}

/** Colours; moves, erasures, insertions, tabs, margins; the cursor shown, lines wrapped, and the alternate screen. */
const DRAWS =
  /^(?:[0-9;:]*m|[0-9;]*[@A-MPSTXZ`abd-gr]|[su]|\?[0-9;]*[JK]|\?(?:6|7|25|47|1047|1048|1049)(?:;(?:6|7|25|47|1047|1048|1049))*[hl]|[0-9]* q)$/;
