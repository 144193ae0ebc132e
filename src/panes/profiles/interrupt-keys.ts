import { isBlankRow, type Screen } from '../../screen/index.js';
import type { Profile } from './profile-shape.js';

/**
 * The keys that stop what a program does. A program without a profile often names the key near the bottom of its screen:
 * Ctrl-C ends many of those that want Escape.
 *
 * @example
 * interruptKeys(generic, screen); // ['Escape'] for a screen with "esc to interrupt", else ['C-c']
 */
export function interruptKeys({ programs, keys }: Profile, { rows }: Screen): readonly string[] {
  if (programs.length > 0) return keys.interrupt;
  const bottom = rows.filter((row) => !isBlankRow(row)).slice(-REACH);
  return bottom.some((row) => BY_ESCAPE.test(row)) ? ['Escape'] : keys.interrupt;
}

/** How many rows with text are looked at, from the bottom of the screen. */
const REACH = 8;
const BY_ESCAPE = /\besc(?:ape)?\b[\])>]?\s*[:=-]?\s*(?:again )?(?:to )?(?:interrupt|stop|abort)\b/iu;

/** Whether the screen asks for the key once more. */
export function asksForEscapeAgain({ rows }: Screen): boolean {
  return rows.some((row) => BY_ESCAPE.test(row) && /\bagain\b/iu.test(row));
}
