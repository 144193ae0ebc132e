/**
 * Whether a sequence asks the terminal something. tmux has answered it: a second answer, of the terminal around it,
 * would reach the program as keys.
 */
export function isQuery(sequence: string): boolean {
  return QUERIES.some((query) => query.test(sequence));
}

const QUERIES: readonly RegExp[] = [
  // What are you, and which version.
  /^\x1b\[[>=?]?[0-9;]*c$/,
  /^\x1b\[>[0-9]*q$/,
  /^\x1bZ$/,
  // Are you well, and where is the cursor.
  /^\x1b\[\??[0-9;]*n$/,
  // Is this mode on; what is this setting; what does terminfo say.
  /^\x1b\[\??[0-9]*\$p$/,
  /^\x1bP(?:[01]?\$q|\+q)/,
  // Which keyboard protocol; the size in pixels or characters; the parameters of the line.
  /^\x1b\[\?u$/,
  /^\x1b\[(?:1[1-689]|2[01])(?:;[0-9]+)*t$/,
  /^\x1b\[[01]?x$/,
  /^\x1b\[\?[0-9;]+S$/,
  // Which colour, what is in the clipboard.
  /^\x1b\][0-9]+;(?:[^;\x07\x1b]*;)*\?(?:\x07|\x1b\\)$/,
];

/**
 * Whether a sequence changes how keys are told (the protocol of kitty, modifyOtherKeys of xterm). tmux tells keys to
 * the program in its own way, and ours must stay what they are: Ctrl-C has to be one byte.
 */
export function isKeyMode(sequence: string): boolean {
  return /^\x1b\[[<>=][0-9;]*[um]$/.test(sequence);
}
