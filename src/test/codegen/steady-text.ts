import { homedir, hostname, userInfo } from 'node:os';

/**
 * The parts of a text that are the same on every machine and every day: without numbers, times, paths, addresses, and the
 * names of this host and its user. The longest first.
 *
 * @example
 * steadyParts('Saved 3 files to /tmp/x: all done'); // ['all done', 'files to', 'Saved']
 */
export function steadyParts(text: string): string[] {
  const parts = text.replaceAll(VOLATILE, '\n').replaceAll(own(), '\n').split(BREAK);
  const clean = parts.map((part) => part.replace(/^[\s,;.)\]}=|-]+|[\s,;([{=|-]+$/gu, ''));
  const worth = clean.filter((part) => (part.match(/\p{L}/gu) ?? []).length >= 2);
  return [...new Set(worth)]
    .sort((a, b) => b.length - a.length)
    .map((part) => part.slice(0, LONGEST).trimEnd());
}

/** Whether a text is short, and a value that a program may well have worked out: `42`, `3.14`, `[1, 2]`. */
export function isPlainValue(text: string): boolean {
  return text.length <= 12 && /^[\p{P}\p{S}\s\d]+$/u.test(text) && /\d/.test(text) && !DATED.test(text);
}

const LONGEST = 60;

/** Where a row has a gap, a frame or something volatile, two texts meet. */
const BREAK = /\n|\s{2,}|[\u2500-\u259f│|]+/u;

/** Times and dates, versions, addresses, paths, and any word with a digit. */
const VOLATILE =
  /\b\w+:\/\/\S+|(?<![\w/])(?:~|\.{1,2})?\/[^\s'")\]]+|\S*@\S+|\S*\d\S*|\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\b/gu;

/** A time, a year, or a number that counts processes or bytes. */
const DATED = /\d{4}|\d:\d\d/;

let ownWords: RegExp | undefined;

/** The names of this host and its user, and the home. */
function own(): RegExp {
  if (ownWords) return ownWords;
  const words = [hostname(), hostname().split('.')[0] ?? '', homedir(), ...userNames()];
  const literal = words
    .filter((word) => word.length > 1)
    .map((word) => `(?<!\\w)${word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}(?!\\w)`);
  ownWords = new RegExp(literal.join('|') || '(?!)', 'gu');
  return ownWords;
}

/** None where the user has a number only, as in a container. */
function userNames(): string[] {
  try {
    return [userInfo().username];
  } catch {
    return [];
  }
}
