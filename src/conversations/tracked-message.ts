import type { Message } from './message.js';
import { pack, packRow } from './packed-rows.js';
import type { ParsedMessage } from './parse-messages.js';

/** A message that is looked for again in the next screen. */
export interface TrackedMessage {
  /** As it was last told. */
  readonly message: Message;
  /** Its text without spaces. */
  readonly packed: string;
  readonly rows: ParsedMessage['rows'];
  /** Number of its first row, from the beginning of everything. */
  readonly place: number;
}

/** Shorter texts, as `yes`, are said more than once. */
export const LONG_TEXT = 20;
const LOOK_AHEAD = 8;

/**
 * Which of the messages a parsed one is, from `from` on; -1 for a new one.
 *
 * @param place number of its first row, from the beginning of everything
 */
export function findAgain(
  before: readonly TrackedMessage[],
  from: number,
  each: ParsedMessage,
  place: number,
): number {
  const next = before[from];
  if (!next) return -1;
  if (isUntouched(next, each)) return from;
  const packed = packedText(each);
  if (isSameOrGrown(next, each, packed, place)) return from;
  const headless = each.truncated ? before.findIndex((old) => isRestOf(old, each, place)) : -1;
  if (headless >= from) return headless;
  for (let at = from + 1; at < Math.min(before.length, from + LOOK_AHEAD); at++) {
    const old = before[at];
    if (old?.message.role !== each.role) continue;
    if (old.packed === packed || (old.place === place && each.role !== 'user')) return at;
  }
  return -1;
}

/** Rows that were not looked at again are the very same objects. */
export function isUntouched(old: TrackedMessage, each: ParsedMessage): boolean {
  return (
    old.rows.length === each.rows.length &&
    old.rows[0] === each.rows[0] &&
    old.rows.at(-1) === each.rows.at(-1) &&
    old.message.role === each.role
  );
}

/** Without the marker, which may blink. */
export function packedText({ rows }: ParsedMessage): string {
  return rows.map((row, index) => (index === 0 ? pack(row.text) : packRow(row))).join('');
}

function isSameOrGrown(old: TrackedMessage, each: ParsedMessage, packed: string, place: number): boolean {
  // A prompt at the place of another one is another prompt: the first was taken back.
  if (old.place === place && each.role !== 'user') return true;
  if (old.message.role !== each.role) return false;
  // Text that is being written may be repainted from its beginning.
  if (each.role === 'agent' && !old.message.complete && !each.closed) return true;
  if (packed.startsWith(old.packed) || old.packed.startsWith(packed) || old.packed.endsWith(packed)) {
    return true;
  }
  let same = 0;
  while (same < LONG_TEXT && packed[same] === old.packed[same]) same++;
  return same >= (each.role === 'tool' ? LONG_TEXT / 4 : LONG_TEXT);
}

/** What is left of a message whose first rows were forgotten. */
function isRestOf(old: TrackedMessage, each: ParsedMessage, place: number): boolean {
  return old.message.role === each.role && old.place <= place && place < old.place + old.rows.length;
}
