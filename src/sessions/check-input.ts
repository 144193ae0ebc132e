import { callOf, MuxError, type Phrase, phrase } from '../model/index.js';
import type { HostTarget } from '../tmux/index.js';

/** What a prompt, and each of its metadata, may have; a little is left of a word for what stands around it. */
const MAX_TEXT_BYTES = 120_000;
/** Linux gives a program no longer word, with a NUL behind it. */
const MAX_WORD_BYTES = 128 * 1024 - 1;

/** Text that a program can be given exactly; a number is its digits. */
export function checkText(what: string, text: unknown): string {
  if (typeof text !== 'string' && typeof text !== 'number')
    throw invalid(`The ${what} is ${named(text)}, not a string.`, `Give the ${what} as a string.`);
  const value = String(text);
  // A half of a character has no bytes in UTF-8, and would arrive as another character.
  if (/\p{Surrogate}/u.test(value)) {
    throw invalid(
      `The ${what} has half of a character in it, a lone surrogate.`,
      'Cut text between characters, not within one; or give a prompt as bytes.',
    );
  }
  checkBytes(what, Buffer.from(value));
  return value;
}

/** Bytes that a program can be given as one word; of text, those of UTF-8. */
export function checkBytes(what: string, value: unknown): Buffer {
  if (!(value instanceof Uint8Array)) {
    if (typeof value === 'string') return Buffer.from(checkText(what, value));
    throw invalid(
      `The ${what} is ${named(value)}, neither a string nor bytes.`,
      `Give the ${what} as a string.`,
    );
  }
  const bytes = Buffer.from(value);
  if (bytes.includes(0)) {
    throw invalid(
      `The ${what} has a NUL character in it.`,
      'No program can be given that in its arguments or environment: leave it out.',
    );
  }
  if (bytes.length > MAX_TEXT_BYTES) throw tooLong(`The ${what}`, bytes.length, MAX_TEXT_BYTES);
  return bytes;
}

/** A word of a command that is filled with a prompt. */
export function checkWord(word: string, bytes: number): void {
  if (bytes > MAX_WORD_BYTES)
    throw tooLong(`With this prompt, the word '${word.slice(0, 40)}'`, bytes, MAX_WORD_BYTES);
}

export function checkObject(what: string, value: unknown, suggestion: string): void {
  if (typeof value !== 'object' || value === null)
    throw invalid(`The ${what} is ${named(value)}.`, suggestion);
}

export function checkHost(host: HostTarget): HostTarget {
  if (
    typeof host === 'string' ||
    (typeof host === 'object' && host !== null && ('kind' in host || 'place' in host))
  )
    return host;
  throw new MuxError('INVALID_ADDRESS', `The host is ${named(host)}, which is not an address.`, {
    suggestion: "Give the name of a container, 'local', 'docker://NAME' or 'ssh://user@host'.",
  });
}

export function checkName(name: string): void {
  if (typeof name === 'string') return;
  throw invalid(
    `The name of the session is ${named(name)}.`,
    phrase`Give the name that ${callOf('session.open', {}, 'open()')} resolved with.`,
  );
}

/** A number of things or of milliseconds; `Infinity` is one. */
export function checkNumber(what: string, value: number, least: number, whole: boolean): number {
  const fits = typeof value === 'number' && value >= least;
  if (fits && (value === Number.POSITIVE_INFINITY || !whole || Number.isSafeInteger(value))) return value;
  throw invalid(
    `${what} is ${typeof value === 'number' ? value : named(value)}: it must be a ${whole ? 'whole ' : ''}number from ${least} on.`,
    `Give such a number, Infinity for no limit, or leave ${what} out.`,
  );
}

export function invalid(why: string, suggestion: string | Phrase): MuxError {
  return new MuxError('INVALID_ARGUMENT', why, { suggestion });
}

function tooLong(what: string, bytes: number, maxBytes: number): MuxError {
  return new MuxError('TEXT_TOO_LONG', `${what} has ${bytes} bytes, and ${maxBytes} is the maximum.`, {
    suggestion: 'Write it to a file on the host, and give the name of the file in the prompt.',
    details: { bytes, maxBytes },
  });
}

function named(value: unknown): string {
  if (value === undefined) return 'missing';
  return value === null ? 'null' : `of type ${typeof value}`;
}
