import { isIdlePrompt } from '../screen/idle-prompt.js';
import { findMenu } from '../screen/menu.js';
import type { Screen } from '../screen/screen.js';
import { textAbove } from './prompt-detection.js';
import type { RunPlace } from './run-place.js';
import type { WaitingStatus } from './status.js';

/** Whether a program that waits asks nobody anything: an editor or a monitor without a menu, a shell, an interpreter. */
export async function asksNothing(
  place: RunPlace,
  prompt: string | undefined,
  kind: WaitingStatus['kind'],
  screen: Screen | undefined,
): Promise<boolean> {
  if (kind === 'password') return false;
  if (prompt) return isIdlePrompt(place.command, prompt, screen && textAbove(screen));
  if (kind !== 'key') return false;
  const styled = await place.pane?.styledScreen().catch(() => undefined);
  return !styled || !findMenu(styled);
}
