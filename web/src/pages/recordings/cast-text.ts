import { type Token, Tokenizer } from '../../../../src/vt/tokens.js';
import { rangesOf } from '../runs/search-text.js';
import type { CastEvent } from './read-cast.js';

/** The words of a recording without escape sequences, and when each came. */
export interface CastText {
  readonly text: string;
  /** Begin of the text of each output, rising. */
  readonly offsets: readonly number[];
  /** Time of each output. */
  readonly times: readonly number[];
}

export function castText(events: readonly CastEvent[]): CastText {
  const offsets: number[] = [];
  const times: number[] = [];
  const tokenizer = new Tokenizer();
  let text = '';
  for (const { time, code, data } of events) {
    if (code !== 'o') continue;
    offsets.push(text.length);
    times.push(time);
    const plain = tokenizer.push(data).map(plainText).join('');
    text += plain.replaceAll(/\r\n|\r/g, '\n');
  }
  return { text, offsets, times };
}

function plainText(token: Token): string {
  if (token.kind === 'text') return token.raw;
  if (token.kind === 'control') return /[\t\n\r]/.test(token.character) ? token.character : '';
  // What moves the cursor elsewhere parts words that are not beside each other.
  return token.kind === 'csi' && 'HfABEFd'.includes(token.final) ? '\n' : '';
}

export interface CastHit {
  /** When it was on the screen first. */
  readonly time: number;
  /** The line it is in. */
  readonly line: string;
  /** Where in the line. */
  readonly from: number;
}

/** Where the text came up, whatever its case; so many at most. */
export function findInCast(
  { text, offsets, times }: CastText,
  what: string,
  most: number,
): readonly CastHit[] {
  if (what.trim() === '') return [];
  return rangesOf(text, what)
    .slice(0, most)
    .map(({ from, to }) => {
      const begin = text.lastIndexOf('\n', from - 1) + 1;
      const end = text.indexOf('\n', to);
      const line = text.slice(begin, end < 0 ? undefined : end);
      // It is there when its last letter is.
      return { time: times[outputAt(offsets, to - 1)] ?? 0, line, from: from - begin };
    });
}

function outputAt(offsets: readonly number[], position: number): number {
  let low = 0;
  let high = offsets.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((offsets[middle] as number) <= position) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
