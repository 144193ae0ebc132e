import { isContinuation } from '../../tmux/index.js';

/**
 * The bytes at the end that begin a character which has not ended. tmux shows it when the rest has come, and tells of
 * such bytes in no capture.
 */
export function utf8Tail(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (isContinuation(byte)) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? bytes.subarray(bytes.length - back) : bytes.subarray(bytes.length);
  }
  return bytes.subarray(bytes.length);
}
