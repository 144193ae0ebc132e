import { isUtf8 } from 'node:buffer';

/**
 * The text of bytes that are one character each. A byte that is no UTF-8 becomes half of a surrogate pair, which no
 * text has, so that the rest is still read as text.
 */
export function textOfBytes(bytes: string): string {
  const buffer = Buffer.from(bytes, 'latin1');
  if (isUtf8(buffer)) return buffer.toString();
  return bytes.replace(NOT_ASCII, (sequence, valid: string | undefined) =>
    valid === undefined
      ? String.fromCharCode(0xdc00 + sequence.charCodeAt(0))
      : Buffer.from(valid, 'latin1').toString(),
  );
}

/** The same bytes again. */
export function bytesOfText(text: string): Buffer {
  if (!ALONE.test(text)) return Buffer.from(text);
  const parts = text.split(/([\udc80-\udcff])/u);
  return Buffer.concat(
    parts.map((part) => (ALONE.test(part) ? Buffer.of(part.charCodeAt(0) - 0xdc00) : Buffer.from(part))),
  );
}

const ALONE = /[\udc80-\udcff]/u;
const NOT_ASCII =
  /([\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2})|[\x80-\xff]/g;
