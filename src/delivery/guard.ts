import type { Screen } from '../screen/index.js';
import { allOf } from '../tmux/index.js';
import type { DialogSigns } from './dialog-guard.js';

/** What must be true at the very moment in which tmux gives keys to a program. */
export interface Guard {
  /** A format that is true while the pane is ours. */
  readonly isOurs: string;
  /** The program that must still be in the foreground. */
  readonly command?: string | undefined;
  /** Where the cursor must still be. */
  readonly cursor?: Screen['cursor'];
  /** Text that the row of the cursor must show, and no other letters or digits. */
  readonly bareRow?: string;
  /** Whether the cursor must be visible, or hidden. */
  readonly cursorVisible?: boolean;
  /** Text that a row must still show. */
  readonly shows?: string;
  /** Further conditions as tmux formats: rows that must still be what they were. */
  readonly holds?: readonly string[];
  /** What may not be seen. */
  readonly signs?: DialogSigns;
}

/**
 * A guard as one tmux format. tmux evaluates it and sends the keys without reading what the program prints in
 * between, so that a dialog which is on the screen is never answered by a key that was meant for the input box.
 */
export function guardFormat(guard: Guard): string {
  const { command, cursor, shows, signs } = guard;
  const conditions = [guard.isOurs, '#{==:#{pane_in_mode},0}', '#{==:#{pane_dead},0}'];
  if (command !== undefined) conditions.push(isCommand(command));
  if (cursor) {
    const { x, y, visible } = cursor;
    conditions.push(`#{==:#{cursor_x} #{cursor_y} #{cursor_flag},${x} ${y} ${visible ? 1 : 0}}`);
  }
  if (guard.cursorVisible !== undefined)
    conditions.push(`#{==:#{cursor_flag},${guard.cursorVisible ? 1 : 0}}`);
  const bare = guard.bareRow === undefined ? '' : bareRow(guard.bareRow);
  // tmux counts the rows that it finds from 1, that of the cursor from 0.
  if (bare !== '') conditions.push(`#{==:#{C/r:${bare}},#{e|+|:#{cursor_y},1}}`);
  const needle = shows === undefined ? '' : rowPattern(shows);
  if (needle !== '') conditions.push(`#{!=:#{C/r:${needle}},0}`);
  conditions.push(...(guard.holds ?? []));
  for (const row of signs?.rows ?? []) conditions.push(`#{==:#{C/ri:${row}},0}`);
  for (const title of signs?.titles ?? []) conditions.push(`#{==:#{m/ri:${title},#{pane_title}},0}`);
  return allOf(conditions);
}

/**
 * A pattern that fits a row which holds the text. Only letters and digits of ASCII are kept: what else there is means
 * something to the format language, to the expression or to the locale of the server.
 */
export function rowPattern(text: string): string {
  const words = text.match(/[A-Za-z0-9]+/g) ?? [];
  const kept = words.slice(-MOST_WORDS).map((word) => word.slice(-LONGEST_WORD));
  return kept.join('').length < FEWEST_LETTERS ? '' : kept.join('.*');
}

/**
 * A pattern that fits a row with a text and no letter or digit besides it; `''` where no such pattern can be sure of
 * itself.
 */
export function bareRow(text: string): string {
  const row = text.trimEnd();
  const letters = row.match(/[A-Za-z0-9]/g)?.length ?? 0;
  if (row.length > LONGEST_BARE || !/^[ -~]+$/.test(row) || letters < FEWEST_LETTERS) return '';
  return `^[^A-Za-z0-9]*${row.replaceAll(/[^A-Za-z0-9 ]/g, '.')}[^A-Za-z0-9]*$`;
}

/** A longer one may not fit into a row. */
const LONGEST_BARE = 60;
const MOST_WORDS = 6;
const LONGEST_WORD = 30;
const FEWEST_LETTERS = 3;

function isCommand(command: string): string {
  const pattern = command.replaceAll(/[^A-Za-z0-9_-]/g, '.');
  return `#{m/r:^${pattern}$,#{pane_current_command}}`;
}
