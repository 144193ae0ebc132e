import type { Command } from './quote.js';

/**
 * tmux goes through its whole list of panes for each command, so text goes in large pieces; but a tmux process takes
 * no more than 16 KB of arguments.
 */
const PIECE_BYTES = { control: 32 * 1024, oneShot: 4 * 1024 } as const;

/**
 * The commands that type text or bytes into a pane, exactly. tmux takes `\ooo` for any byte but NUL, which only the
 * hexadecimal form can send.
 */
export function typeCommands(
  pane: string,
  text: string | Uint8Array,
  mode: keyof typeof PIECE_BYTES = 'control',
): Command[] {
  const bytes = typeof text === 'string' ? Buffer.from(text) : Buffer.from(text);
  const commands: Command[] = [];
  let start = 0;
  while (start < bytes.length) {
    const nul = bytes.indexOf(0, start);
    if (nul === start) {
      commands.push(['send-keys', '-t', pane, '-H', '00']);
      start++;
      continue;
    }
    const end = pieceEnd(bytes, start, nul < 0 ? bytes.length : nul, PIECE_BYTES[mode]);
    const piece = bytes.subarray(start, end);
    const readable = piece.toString();
    const exact = Buffer.from(readable).equals(piece);
    commands.push(['send-keys', '-t', pane, '-l', '--', exact ? readable : piece]);
    start = end;
  }
  return commands;
}

/** Ends a piece where no UTF-8 character is cut: in two commands its halves would not be one character. */
function pieceEnd(bytes: Buffer, start: number, limit: number, pieceBytes: number): number {
  let end = Math.min(start + pieceBytes, limit);
  if (end === limit) return end;
  const wanted = end;
  while (end > wanted - 4 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return end > start ? end : wanted;
}
