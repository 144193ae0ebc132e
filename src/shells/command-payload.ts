import { MuxError } from '../model/index.js';

/** Well below what a terminal takes as one line. */
const LINE_BYTES = 1_000;

/**
 * The lines that an integrated shell reads: lengths, the paint, and the command. Everything is written with printable
 * ASCII characters and the escapes of `printf %b`, so that no byte means anything to the terminal on its way.
 */
export function commandPayload(nonce: string, paint: string, command: string): string {
  // A dash in front would be an option of eval, and a line of only dots the end.
  const text = encode(/^-|^\.{1,2}$/.test(command) ? ` ${command}` : command);
  const shown = encode(paint);
  const lines = [`${nonce} ${shown.length} ${text.length}`, ...pieces(shown), '.', ...pieces(text), '..'];
  return `${lines.join('\n')}\n`;
}

/** Checks a command before anything is sent. */
export function checkCommand(command: string): string {
  if (command.trim() === '') {
    throw new MuxError('INVALID_ARGUMENT', 'The command is empty.', {
      suggestion: "Use ':' for a command that does nothing.",
    });
  }
  if (command.includes('\0')) {
    throw new MuxError('INVALID_ARGUMENT', 'A command cannot hold a NUL byte.', {
      suggestion: 'Let a program make it: printf "\\\\0".',
    });
  }
  return command;
}

function encode(text: string): string {
  let encoded = '';
  for (const byte of Buffer.from(text)) {
    if (byte === 0x0a) encoded += '\\n';
    else if (byte === 0x5c) encoded += '\\\\';
    else if (byte < 0x20 || byte > 0x7e) encoded += `\\0${byte.toString(8).padStart(3, '0')}`;
    else encoded += String.fromCharCode(byte);
  }
  return encoded;
}

/** A line that is only a dot would be the end. */
function pieces(encoded: string): string[] {
  const lines: string[] = [];
  for (let start = 0; start < encoded.length; ) {
    let end = Math.min(start + LINE_BYTES, encoded.length);
    // A rest of one or two bytes could be a dot, or two: it goes with the piece before it.
    if (encoded.length - end < 3) end = encoded.length;
    lines.push(encoded.slice(start, end));
    start = end;
  }
  return lines;
}
