import type { ControlSequence, Token } from '../../vt/index.js';

/**
 * Whether a sequence asks the terminal something. tmux has answered it: a second answer, of the terminal around it,
 * would reach the program as keys.
 */
export function isQuery(token: Token): boolean {
  if (token.kind === 'csi') return isControlQuery(token);
  if (token.kind === 'escape') return token.intermediates === '' && token.final === 'Z';
  if (token.kind !== 'string') return false;
  // What is this setting; what does terminfo say.
  if (token.opener === 'P') return /^(?:[01]?\$q|\+q)/.test(token.text);
  // Which colour, what is in the clipboard.
  return token.opener === ']' && /^[0-9]+;(?:[^;]*;)*\?$/.test(token.text);
}

function isControlQuery({ marker, parameters, intermediates, final }: ControlSequence): boolean {
  if (intermediates === '$') return final === 'p' && marker !== '>' && marker !== '<' && marker !== '=';
  if (intermediates !== '') return false;
  switch (final) {
    // What are you, and which version.
    case 'c':
      return marker !== '<';
    case 'q':
      return marker === '>';
    // Are you well, and where is the cursor.
    case 'n':
      return marker === '' || marker === '?';
    // Which keyboard protocol.
    case 'u':
      return marker === '?' && parameters === '';
    // The size in pixels or characters, the title.
    case 't':
      return marker === '' && /^(?:1[1-689]|2[01])(?:;|$)/.test(parameters);
    // The parameters of the line.
    case 'x':
      return marker === '' && /^[01]?$/.test(parameters);
    // What pictures may be.
    case 'S':
      return marker === '?' && parameters !== '';
    default:
      return false;
  }
}

/**
 * Whether a sequence changes how keys are told (the protocol of kitty, modifyOtherKeys of xterm). tmux tells keys to
 * the program in its own way, and ours must stay what they are: Ctrl-C has to be one byte.
 */
export function isKeyMode(token: Token): boolean {
  if (token.kind !== 'csi' || (token.final !== 'u' && token.final !== 'm')) return false;
  return token.intermediates === '' && token.marker !== '' && token.marker !== '?';
}
