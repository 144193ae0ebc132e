import { sgrPattern, withoutSequences } from '../vt/index.js';

/** The bytes that a program printed, before the terminal made `\r\n` of each `\n`. */
export function withoutReturns(data: Buffer): Buffer {
  const result = Buffer.allocUnsafe(data.length);
  let length = 0;
  for (let start = 0; start < data.length; ) {
    const at = data.indexOf('\r\n', start);
    const end = at < 0 ? data.length : at;
    length += data.copy(result, length, start, end);
    // The newline itself comes with the next piece.
    start = at < 0 ? end : at + 1;
    if (at >= 0) length += data.copy(result, length, start, ++start);
  }
  return result.subarray(0, length);
}

/** Text without escape sequences: CSI, OSC, DCS and their kin, and the short ones. */
export function plainOutput(data: Buffer): string {
  return withoutSequences(data.toString());
}

/** What zsh puts behind output without a newline: an inverse sign, and spaces up to the edge. */
export function withoutZshMark(data: Buffer): Buffer {
  const tail = data.subarray(-1_024).toString('latin1');
  const found = ZSH_MARK.exec(tail);
  return found ? data.subarray(0, data.length - found[0].length) : data;
}

const ZSH_MARK = new RegExp(`(?:${sgrPattern})+[%#](?:${sgrPattern})+ *\\r \\r$`);

/** An interactive bash says so when it ends. */
export function withoutFarewell(data: Buffer): Buffer {
  const farewell = Buffer.from('exit\r\n');
  return data.subarray(-farewell.length).equals(farewell) ? data.subarray(0, -farewell.length) : data;
}
