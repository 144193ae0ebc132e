const BACKSLASH = 0x5c;
const ZERO = 0x30;

/**
 * Undoes the escaping of `%output`: tmux writes bytes below 0x20 and the backslash as `\ooo` and leaves all others,
 * also 0x7f–0xff, as they are. A backslash that three octal digits do not follow is kept, so that no input fails.
 */
export function unescapeOutput(line: Buffer, start: number, end: number): Buffer {
  let slash = line.indexOf(BACKSLASH, start);
  if (slash < 0 || slash >= end) return Buffer.from(line.subarray(start, end));
  const out = Buffer.allocUnsafe(end - start);
  let length = 0;
  let from = start;
  while (slash >= 0 && slash < end) {
    length += line.copy(out, length, from, slash);
    const byte = slash + 3 < end ? octalByte(line, slash + 1) : -1;
    if (byte >= 0) {
      out[length++] = byte;
      from = slash + 4;
    } else {
      out[length++] = BACKSLASH;
      from = slash + 1;
    }
    slash = line.indexOf(BACKSLASH, from);
  }
  length += line.copy(out, length, from, end);
  return out.subarray(0, length);
}

function octalByte(line: Buffer, at: number): number {
  const a = (line[at] ?? 0) - ZERO;
  const b = (line[at + 1] ?? 0) - ZERO;
  const c = (line[at + 2] ?? 0) - ZERO;
  if (a < 0 || a > 3 || b < 0 || b > 7 || c < 0 || c > 7) return -1;
  return (a << 6) | (b << 3) | c;
}
