import { recorderLimits } from './recorder-limits.js';
import { anySentinelPattern, SENTINEL_OPENING as OPENING } from './sentinel.js';

/**
 * Takes out of a pane's output what a run and its recorder tell each other by it: a terminal shows nothing of that,
 * but numbers that nobody may guess, and secrets to be hidden, are in it.
 */
export class SentinelFilter {
  /** What may be the beginning of one. */
  #rest = '';

  push(text: string): string {
    // Most output has no cancel character in it.
    if (this.#rest === '' && !text.includes(CANCEL)) return text;
    const all = (this.#rest + text).replace(SENTINEL, '');
    const begun = all.lastIndexOf(OPENING);
    const from = begun >= 0 ? begun : cutOpening(all);
    this.#rest = all.length - from > recorderLimits.sentinelBytes ? '' : all.slice(from);
    return this.#rest === '' ? all : all.slice(0, from);
  }
}

const CANCEL = '\x18';
const SENTINEL = new RegExp(anySentinelPattern, 'g');

/** Where the opening begins whose end is still to come; the length of the text where none does. */
function cutOpening(text: string): number {
  for (let length = Math.min(OPENING.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(OPENING.slice(0, length))) return text.length - length;
  }
  return text.length;
}
