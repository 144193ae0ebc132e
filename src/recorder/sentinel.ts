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
const CLOSING = '\x1b\\';

/** An expression for a sentinel, for JavaScript and perl, from that for its text. */
export function sentinelPattern(text: string): string {
  return `\\x18\\x1b\\]7770;${text}\\x1b\\\\`;
}

/** Where at the end of a text a sentinel may have begun that has not ended; the length of the text where none has. */
export function unfinishedSentinel(text: string): number {
  const at = text.lastIndexOf(OPENING_CHARACTER);
  if (at < 0 || text.length - at >= LONGEST_WHOLE) return text.length;
  const begun = text.slice(at, at + SENTINEL_OPENING.length);
  return SENTINEL_OPENING.startsWith(begun) ? at : text.length;
}

/** An expression for every sentinel, whatever run it is of. */
export const anySentinelPattern = sentinelPattern('[^\\x1b\\x18]*');

/** The longest that may stand between opening and closing. */
const LONGEST = 160;
/** More than the longest has with both. */
const LONGEST_WHOLE = 200;

/** Finds the sentinels of one run in output that comes in pieces cut anywhere. */
export class SentinelScanner {
  readonly #start: string;
  readonly #exit: string;
  #rest = '';

  constructor(nonces: { readonly startNonce: string; readonly exitNonce: string }) {
    this.#start = `${SENTINEL_OPENING}${nonces.startNonce};start;`;
    this.#exit = `${SENTINEL_OPENING}${nonces.exitNonce};exit;`;
  }

  push(data: Buffer): Sentinel[] {
    const found: Sentinel[] = [];
    const opening = data.lastIndexOf(OPENING_BYTE);
    // Most output has no cancel character in it, and is not worth a copy.
    if (this.#rest === '' && opening < 0) return found;
    let text = this.#rest + data.toString('latin1');
    for (;;) {
      const at = text.indexOf(SENTINEL_OPENING);
      if (at < 0) break;
      const sentinel = this.#parse(text.slice(at));
      if (sentinel === 'cut') break;
      if (sentinel) found.push(sentinel);
      text = text.slice(at + SENTINEL_OPENING.length);
    }
    const keep = text.lastIndexOf(OPENING_CHARACTER);
    this.#rest = keep >= 0 && text.length - keep < LONGEST ? text.slice(keep) : '';
    return found;
  }

  /** Bytes are missing: what was cut before them cannot be completed by what comes. */
  reset(): void {
    this.#rest = '';
  }

  #parse(text: string): Sentinel | 'cut' | undefined {
    for (const [prefix, type] of [
      [this.#start, 'start'],
      [this.#exit, 'exit'],
    ] as const) {
      if (text.length < prefix.length && prefix.startsWith(text)) return 'cut';
      if (!text.startsWith(prefix)) continue;
      const end = text.indexOf(CLOSING, prefix.length);
      if (end < 0) return text.length < LONGEST ? 'cut' : undefined;
      const [first = '', epoch = '', proof] = text.slice(prefix.length, end).split(';');
      if (type === 'start') return { type, id: first, epoch: Number(epoch) };
      return /^\d+$/.test(first) ? { type, code: Number(first), epoch: Number(epoch), proof } : undefined;
    }
    return undefined;
  }
}

const OPENING_BYTE = 0x18;
const OPENING_CHARACTER = '\x18';
