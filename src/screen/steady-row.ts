/**
 * A row without what changes by itself while a program waits: spinners, a cursor that the program draws, timers. All
 * else stays as it is, blanks included: a command must not change unseen. So a time counts as a timer only where the
 * words around it say so.
 *
 * @example
 * steadyRow('⠋ waiting (12s)'); // '⠿ waiting (#)'
 * steadyRow('sleep 12s'); // 'sleep 12s'
 */
export function steadyRow(row: string): string {
  const text = row
    .replace(blocks, ' ')
    .replace(glyphs, '⠿')
    .replace(turning, '$1⠿ ')
    .replace(bracketed, withoutTimes)
    .trimEnd();
  return isTimed(text) ? withoutTimes(text) : text;
}

/** A cursor that the program draws itself, and that may blink. */
const blocks = /[█▉▊▋▌▍▎▏]/gu;
/** Braille and the stars of agents; each stands for a frame of a spinner. */
const glyphs = /[\u2801-\u28ff✶✻✽✢✳◐◓◑◒◴◷◶◵]/gu;
/** The four strokes that turn, as the first sign of a row, with words behind it. */
const turning = /^(\s*)[|/\\-] (?=\S+ )/u;

const quantity =
  /\b\d+(?:\.\d+)? ?(?:ms|s|secs?|seconds?|m|mins?|minutes?|h|hours?)\b|\b\d{1,2}:\d{2}(?::\d{2})?\b/gu;
/** `(12s)`, `(auto-yes in 9 seconds)`, `(1m 12s · esc to interrupt)`. */
const bracketed =
  /\((?:[\w -]{0,40}\b(?:in|for|after) )?(?:\d+(?:\.\d+)? ?(?:ms|s|secs?|seconds?|m|mins?|minutes?)[ ,]?)+(?: · [^()]{0,60})?\)/gu;

function isTimed(row: string): boolean {
  return timedStart.test(row) || timedEnd.test(row);
}

/** A spinner, or words about a time, begin the row. */
const timedStart =
  /^\W{0,4}(?:⠿|(?:elapsed|remaining|(?:time|seconds) (?:left|remaining|elapsed)|waiting(?: for)?|expires? in|auto-?\w+ in)\b)/iu;
const timedEnd = /\b(?:elapsed|remaining|left)\W{0,3}$/iu;

/** However many parts a time has: `59s`, `1m 3s`. */
function withoutTimes(text: string): string {
  return text.replace(quantity, '#').replace(/#(?:[ ,]*#)+/gu, '#');
}
