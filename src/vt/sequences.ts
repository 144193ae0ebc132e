import { sequencePattern, unfinishedPattern } from './grammar.js';

/**
 * Escape sequences, and the control characters that neither show anything nor move the cursor: tmux passes over NUL, BEL,
 * DEL and their like, and the shifts of character sets stand behind each `sgr0` of terminfo.
 */
export const invisibles = new RegExp(
  `${sequencePattern('javascript')}|[\\x00-\\x07\\x0e-\\x1a\\x1c-\\x1f\\x7f]`,
  'g',
);

/** Whether some of a text is invisible: most texts have nothing of it, and need not be taken apart. */
export function hasInvisibles(text: string): boolean {
  return /[\x00-\x07\x0e-\x1f\x7f]/.test(text);
}

/** A text without what is invisible. */
export function withoutInvisibles(text: string): string {
  return hasInvisibles(text) ? text.replace(invisibles, '') : text;
}

/** A text without escape sequences and shifts of character sets; other control characters stay. */
export function withoutSequences(text: string): string {
  return /[\x0e\x0f\x1b]/.test(text) ? text.replace(SEQUENCES, '') : text;
}

const SEQUENCES = new RegExp(`${sequencePattern('javascript')}|[\\x0e\\x0f]`, 'g');

/** The place in a text of a place in the text without what is invisible; behind what stands there. */
export function placeAmongInvisibles(text: string, plainPlace: number): number {
  let [plain, at] = [0, 0];
  for (const { 0: sequence, index } of text.matchAll(invisibles)) {
    if (plain + (index - at) > plainPlace) break;
    plain += index - at;
    at = index + sequence.length;
  }
  return at + (plainPlace - plain);
}

/**
 * The position at which an unfinished escape sequence starts at the end of a text; the length of the text if there
 * is no such sequence. A string that is too long for a title or a link does not count: it is an image.
 */
export function unfinishedSequence(text: string): number {
  const at = UNFINISHED.exec(text)?.index ?? text.length;
  return text.length - at > LONGEST_SEQUENCE ? text.length : at;
}

const UNFINISHED = new RegExp(unfinishedPattern('javascript'));
const LONGEST_SEQUENCE = 4_096;
