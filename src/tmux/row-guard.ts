import type { Screen } from '../screen/index.js';
import { lineDrawing } from '../vt/index.js';

/**
 * Conditions in tmux's format language that hold while rows of a pane are what they were when it was captured, each
 * at its place. tmux evaluates them in the step in which it sends keys, so that nothing can change in between.
 *
 * `#{C/r:…}` gives the number of the first row that an expression fits, from 1. Where the same text stands in a row
 * further above, that says nothing about ours: then no row down to ours may be one that was not there before.
 */
export function rowConditions(screen: Pick<Screen, 'rows'>, rows: readonly number[]): string[] {
  const conditions: string[] = [];
  const twins: number[] = [];
  for (const row of rows) {
    const text = screen.rows[row] ?? '';
    if (text.trim() === '') continue;
    const first = screen.rows.findIndex((other) => looksLike(other, text));
    conditions.push(`#{==:#{C/r:${inFormat(wholeRow(text))}},${first + 1}}`);
    if (first !== row) twins.push(row);
  }
  if (twins.length > 0) conditions.push(...noStrangerDownTo(screen.rows, twins));
  return conditions;
}

/** Conditions as one; a tree, as tmux gives up where formats are nested too deep. */
export function allOf(conditions: readonly string[]): string {
  const [only = '1'] = conditions;
  if (conditions.length <= 1) return only;
  const half = Math.ceil(conditions.length / 2);
  return `#{&&:${allOf(conditions.slice(0, half))},${allOf(conditions.slice(half))}}`;
}

/** tmux keeps line drawing as letters of another character set; a capture has the lines. */
const letterOf = new Map(Object.entries(lineDrawing).map(([letter, drawn]) => [drawn, letter]));

function looksLike(row: string, text: string): boolean {
  return new RegExp(`^${lettersIn(text)}$`, 'u').test(row.trimEnd());
}

/** An extended regular expression of POSIX for exactly this row. */
function wholeRow(text: string): string {
  return `^${lettersIn(text)}[[:blank:]]*$`;
}

function lettersIn(text: string): string {
  return [...text.trimEnd()].map(literal).join('');
}

function literal(letter: string): string {
  const kept = letterOf.get(letter);
  if (kept !== undefined) return `[${letter}${kept}]`;
  return /[.[\]{}()*+?^$|\\]/.test(letter) ? `\\${letter}` : letter;
}

/**
 * The first row that is none of those down to ours must be further below. There is no "not" in these expressions, so
 * what is no known row is written out: for each beginning of known rows all letters that do not go on with one. Rows
 * that have no twin are known by their first letters, as long expressions of this kind keep tmux busy; a screen for
 * which that is not enough is left to the comparison before.
 */
function noStrangerDownTo(rows: readonly string[], twins: readonly number[]): string[] {
  const last = Math.max(...twins);
  const ours = twins.map((row) => [...(rows[row] ?? '').trimEnd()]);
  const root: Branch = new Map();
  for (const row of rows.slice(0, last + 1)) {
    const letters = [...row.trimEnd()];
    const length = ours.some((twin) => twin.join('') === letters.join(''))
      ? letters.length
      : enough(letters, ours);
    let branch = root;
    for (const letter of letters.slice(0, length)) {
      const next: Branch = branch.get(letter) ?? new Map();
      branch.set(letter, next);
      branch = next;
    }
    branch.set(length < letters.length ? REST : END, new Map());
  }
  const stranger = `^${strange(root) ?? ''}`;
  if (stranger === '^' || stranger.length > MOST_LETTERS) return [];
  const place = `#{C/r:${inFormat(stranger)}}`;
  return [`#{||:#{==:${place},0},#{e|>|:${place},${last + 1}}}`];
}

const MOST_LETTERS = 4_000;
const FEWEST_KNOWN = 4;

/** How many letters tell a row from ours, and from most others. */
function enough(letters: readonly string[], ours: readonly (readonly string[])[]): number {
  const indent = letters.findIndex((letter) => letter !== ' ');
  const shared = ours.map((twin) => {
    const differs = letters.findIndex((letter, at) => letter !== twin[at]);
    return differs < 0 ? letters.length : differs + 1;
  });
  return Math.max(indent + FEWEST_KNOWN, ...shared);
}

/** The rows that begin with the same letters, by the next one. */
interface Branch extends Map<string, Branch> {}

const END = '';
/** Whatever follows: it is known. */
const REST = 'rest';

/** What is no known row, from here on; `undefined` where everything is one. */
function strange(branch: Branch): string | undefined {
  if (branch.has(REST)) return undefined;
  const next = [...branch.keys()].filter((letter) => letter !== END);
  // Blanks behind the end of a row are not seen.
  const others = branch.has(END) ? [notOneOf([...next, ' ']), ...(next.includes(' ') ? [] : [' +[^ ]'])] : [];
  if (!branch.has(END)) others.push('$', notOneOf(next));
  for (const [letter, rest] of branch) {
    const behind = letter === END ? undefined : strange(rest);
    if (behind !== undefined) others.push(`${literal(letter)}${behind}`);
  }
  return `(${others.join('|')})`;
}

/** In brackets only the places of `]`, `^` and `-` matter. */
function notOneOf(next: readonly string[]): string {
  if (next.length === 0) return '.';
  const letters = [...new Set(next.flatMap((letter) => [letter, letterOf.get(letter) ?? letter]))];
  const plain = letters.filter((letter) => !/[\]^-]/.test(letter)).join('');
  const has = (letter: string): string => (letters.includes(letter) ? letter : '');
  return `[^${has(']')}${plain}${has('^')}${has('-')}]`;
}

/** What the format language would take for its own, for the place inside `#{C/r:…}`. */
function inFormat(expression: string): string {
  return expression.replaceAll(/[#,}]/g, (sign) => `#${sign}`);
}
