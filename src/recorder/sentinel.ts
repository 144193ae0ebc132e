/**
 * How a run tells its start and end through the terminal: a private escape sequence, invisible there, with a number
 * that nobody can guess. The cancel character in front ends whatever sequence the program may have left open.
 */
export type Sentinel =
  | { readonly type: 'start'; readonly id: string; readonly epoch: number }
  | {
      readonly type: 'exit';
      readonly code: number;
      readonly epoch: number;
      readonly proof: string | undefined;
    };

/** CAN, and the beginning of a private OSC. */
export const SENTINEL_OPENING = '\x18\x1b]7770;';

/** An expression for a sentinel, for JavaScript and perl, from that for its text. */
export function sentinelPattern(text: string): string {
  return `\\x18\\x1b\\]7770;${text}\\x1b\\\\`;
}

/** Where at the end of a text a sentinel may have begun that has not ended; the length of the text where none has. */
function unfinishedSentinel(text: string): number {
  const at = text.lastIndexOf(OPENING_CHARACTER);
  if (at < 0 || text.length - at >= LONGEST_WHOLE) return text.length;
  const begun = text.slice(at, at + SENTINEL_OPENING.length);
  return SENTINEL_OPENING.startsWith(begun) ? at : text.length;
}

/** An expression for every sentinel, whatever run it is of. */
export const anySentinelPattern = sentinelPattern('[^\\x1b\\x18]*');

/** More than the longest has with both ends. */
const LONGEST_WHOLE = 200;

/** What a run printed, and its sentinels, in order. */
export type SentinelPiece = Buffer | Sentinel;

/**
 * Parts the output of a pane, cut anywhere, into the sentinels of one run and all else. What may be the beginning of a
 * sentinel is held back until more comes.
 */
export class SentinelReader {
  readonly #pattern: RegExp;
  #begun = '';

  constructor({ startNonce, exitNonce }: { readonly startNonce: string; readonly exitNonce: string }) {
    this.#pattern = new RegExp(
      sentinelPattern(
        `(?:${startNonce};start;(\\w+);(\\d+)|${exitNonce};exit;(\\d+);(\\d+)(?:;([0-9a-f]+))?)`,
      ),
    );
  }

  push(data: Buffer): readonly SentinelPiece[] {
    // Most output has no cancel character in it, and is not worth a copy.
    if (this.#begun === '' && !data.includes(OPENING_BYTE)) return data.length > 0 ? [data] : [];
    const pieces: SentinelPiece[] = [];
    let rest = this.#begun + data.toString('latin1');
    for (let found = this.#pattern.exec(rest); found; found = this.#pattern.exec(rest)) {
      addText(pieces, rest.slice(0, found.index));
      pieces.push(sentinelOf(found));
      rest = rest.slice(found.index + found[0].length);
    }
    const end = unfinishedSentinel(rest);
    addText(pieces, rest.slice(0, end));
    this.#begun = rest.slice(end);
    return pieces;
  }

  /**
   * Bytes are missing, or nothing more comes: an incomplete sequence is not a sentinel. Returns what was held
   * back.
   */
  reset(): Buffer {
    const begun = Buffer.from(this.#begun, 'latin1');
    this.#begun = '';
    return begun;
  }
}

/** @param text one character for each byte */
function addText(pieces: SentinelPiece[], text: string): void {
  if (text !== '') pieces.push(Buffer.from(text, 'latin1'));
}

function sentinelOf([, id, started, code, ended, proof]: RegExpExecArray): Sentinel {
  if (id !== undefined) return { type: 'start', id, epoch: Number(started) };
  return { type: 'exit', code: Number(code), epoch: Number(ended), proof };
}

const OPENING_BYTE = 0x18;
const OPENING_CHARACTER = '\x18';
