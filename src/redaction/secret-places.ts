import { characterSetBody, controlSequenceBody } from '../vt/index.js';
import { secretForms } from './secret-forms.js';

/** A run of bytes. */
export interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

/**
 * Finds secrets in bytes of a log: as they are, as a JSON string writes them, and with escape sequences (colours) or
 * characters that no terminal shows in their midst. What is found are the bytes of the secrets without those sequences,
 * as ranges in order.
 */
export class SecretPlaces {
  readonly #patterns: readonly RegExp[];

  /**
   * A secret of several lines stands in a log line by line, each behind its time, so that its lines are looked for one
   * by one; but for short ones, which would be found everywhere.
   */
  constructor(secrets: readonly string[]) {
    const pieces = secrets.flatMap((secret) => {
      const lines = secret.split(/\r?\n/);
      return lines.length === 1 ? lines : lines.filter((line) => line.length >= SHORTEST_LINE);
    });
    const texts = new Set(pieces.filter((piece) => piece !== '').flatMap(secretForms));
    this.#patterns = [...texts].map(secretPattern);
  }

  /** @param data whole lines */
  find(data: Buffer): ByteRange[] {
    const text = data.toString('latin1');
    const ranges: ByteRange[] = [];
    for (const pattern of this.#patterns) {
      pattern.lastIndex = 0;
      for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
        // The next one may overlap with this one.
        pattern.lastIndex = match.index + 1;
        if (!isEscaped(text, match.index)) ranges.push(...withoutSequences(match[0], match.index));
      }
    }
    return joined(ranges);
  }
}

const SHORTEST_LINE = 8;

const ESCAPE = '(?:\\x1b|\\\\u001[bB])';
const SEQUENCE = `${ESCAPE}(?:${controlSequenceBody}|${characterSetBody}|\\][^\\x07\\x1b\\n]*?(?:\\x07|\\\\u0007|${ESCAPE}\\\\{1,2}))`;
/** What no terminal shows goes with the secret; what it draws with, stays. */
const INVISIBLE = '[\\x00-\\x07\\x0e-\\x1a\\x1c-\\x1f\\x7f]|\\\\u00(?:0[0-7eEfF]|1[0-9aAc-fC-F]|7[fF])';

function secretPattern(secret: string): RegExp {
  return new RegExp([...secret].map(characterPattern).join(`(?:${SEQUENCE}|${INVISIBLE})*`), 'g');
}

/** The ways a character can be written. Letters and digits have only one that anybody uses. */
function characterPattern(character: string): string {
  if (/^\w$/.test(character)) return character;
  const units = character.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'));
  const unicode = units.map(
    (hex) => `\\\\u${hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)}`,
  );
  const short = SHORT_ESCAPES[character];
  const ways = [
    ...(short === undefined ? [] : [`\\\\${literal(short)}`]),
    unicode.join(''),
    literal(Buffer.from(character).toString('latin1')),
  ];
  return `(?:${ways.join('|')})`;
}

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  '\b': 'b',
  '\f': 'f',
  '\r': 'r',
  '\t': 't',
};

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** In a line of JSON, `\tab` is a tab and `ab`, and no `tab`; half of it masked would be no JSON any more. */
function isEscaped(text: string, index: number): boolean {
  if (text[index - 1] !== '\\') return false;
  const line = text.lastIndexOf('\n', index - 1) + 1;
  JSON_LINE.lastIndex = line;
  if (!JSON_LINE.test(text)) return false;
  let backslashes = 0;
  while (text[index - 1 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}

/** How a recorder begins a line of JSON; what a program prints may begin with a brace, too. */
const JSON_LINE = /\{"\w+":/y;

function withoutSequences(match: string, offset: number): ByteRange[] {
  const ranges: ByteRange[] = [];
  let from = 0;
  for (const sequence of match.matchAll(new RegExp(SEQUENCE, 'g'))) {
    ranges.push({ offset: offset + from, length: sequence.index - from });
    from = sequence.index + sequence[0].length;
  }
  ranges.push({ offset: offset + from, length: match.length - from });
  return ranges.filter(({ length }) => length > 0);
}

function joined(ranges: readonly ByteRange[]): ByteRange[] {
  const result: ByteRange[] = [];
  for (const { offset, length } of ranges.toSorted((a, b) => a.offset - b.offset)) {
    const last = result.at(-1);
    if (last && offset <= last.offset + last.length) {
      const end = Math.max(last.offset + last.length, offset + length);
      result[result.length - 1] = { offset: last.offset, length: end - last.offset };
    } else {
      result.push({ offset, length });
    }
  }
  return result;
}
