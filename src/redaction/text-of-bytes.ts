import { isUtf8 } from 'node:buffer';

/**
 * The text of bytes that are one character each. A byte that is not UTF-8 becomes half of a surrogate pair, which
 * does not occur in text, so that the rest is still decoded as text.
 */
function textOfBytes(bytes: string): string {
  const buffer = Buffer.from(bytes, 'latin1');
  if (isUtf8(buffer)) return buffer.toString();
  return bytes.replace(NOT_ASCII, (sequence, valid: string | undefined) =>
    valid === undefined
      ? String.fromCharCode(0xdc00 + sequence.charCodeAt(0))
      : Buffer.from(valid, 'latin1').toString(),
  );
}

/** The text of bytes that come in pieces: a character that is cut waits for its end. */
export class ByteReader {
  #begun = '';

  read(data: Uint8Array): string {
    if (this.#begun === '' && isUtf8(data)) return bufferOf(data).toString();
    const bytes = this.#begun + bufferOf(data).toString('latin1');
    const end = wholeCharacters(bytes);
    this.#begun = bytes.slice(end);
    return textOfBytes(bytes.slice(0, end));
  }

  /** What is left, where the rest of a character does not come. */
  end(): string {
    const begun = this.#begun;
    this.#begun = '';
    return textOfBytes(begun);
  }
}

/** The same bytes again. */
export function bytesOfText(text: string): Buffer {
  if (!ALONE.test(text)) return Buffer.from(text);
  const parts = text.split(/([\udc80-\udcff])/u);
  return Buffer.concat(
    parts.map((part) => (ALONE.test(part) ? Buffer.of(part.charCodeAt(0) - 0xdc00) : Buffer.from(part))),
  );
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** Where the last whole character ends. */
function wholeCharacters(bytes: string): number {
  const character = /[\xc0-\xff][\x80-\xbf]{0,2}$/.exec(bytes);
  if (!character) return bytes.length;
  const lead = bytes.charCodeAt(character.index);
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  return character[0].length < length ? character.index : bytes.length;
}

const ALONE = /[\udc80-\udcff]/u;
const NOT_ASCII =
  /([\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2})|[\x80-\xff]/g;
