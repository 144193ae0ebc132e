import { checkKey } from './keys.js';
import { hasQuirk } from './quirks.js';
import type { Command } from './quote.js';
import type { TmuxVersion } from './version.js';

/** The commands that press keys, in order: one for all where the version lets named keys be. */
export function keyCommands(
  pane: string,
  keys: readonly string[],
  version: TmuxVersion | undefined,
): Command[] {
  keys.forEach(checkKey);
  if (keys.length === 0) return [];
  if (!version || !hasQuirk(version, 'enter-as-carriage-return'))
    return [['send-keys', '-t', pane, '--', ...keys]];
  return keys.map((key) =>
    key.toLowerCase() === 'enter'
      ? ['send-keys', '-t', pane, '-H', '0d']
      : ['send-keys', '-t', pane, '--', key],
  );
}
