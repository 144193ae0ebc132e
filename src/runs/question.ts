import { fullScreenQuestion, isPainted } from '../screen/full-screen-question.js';
import { isIdlePrompt, isPagerPrompt } from '../screen/idle-prompt.js';
import { menuTitle } from '../screen/menu-title.js';
import type { Screen } from '../screen/screen.js';
import { type SeenMenu, seeMenu } from './asked-question.js';
import { lineAbove, looksLikePrompt, promptLine, textAbove } from './prompt-detection.js';
import type { RunPlace } from './run-place.js';
import type { WaitingStatus } from './status.js';

export interface Question {
  /** The text that asks. */
  readonly prompt?: string | undefined;
  /** It asks nobody anything: an editor, a monitor, a shell, an interpreter. */
  readonly idle: boolean;
  /** The screen that was looked at for a list. */
  readonly seen?: SeenMenu | undefined;
}

/**
 * What a program that waits asks, read from its screen: the question above a menu, the words of a box with buttons, or
 * the line of the cursor.
 *
 * @param detected the line that a detector has found, which is the question then
 */
export async function questionOn(
  place: Pick<RunPlace, 'pane' | 'command'>,
  screen: Screen | undefined,
  kind: WaitingStatus['kind'],
  detected?: string,
): Promise<Question> {
  if (!screen) return { prompt: detected, idle: false };
  if (kind === 'key' && detected === undefined) return keyQuestion(place, screen);
  const prompt = detected ?? (promptLine(screen) || lineAbove(screen));
  return { prompt, idle: kind !== 'password' && isIdle(place, screen, prompt) };
}

/** A program that takes single keys may have painted its question anywhere. */
async function keyQuestion(place: Pick<RunPlace, 'pane' | 'command'>, screen: Screen): Promise<Question> {
  const line = promptLine(screen);
  const painted = isPainted(screen);
  if (!painted && line !== '' && screen.cursor.visible) {
    const seen = await seeMenu(place);
    const menu = seen?.menu;
    const inMenu = menu?.options.some(({ row }) => row === screen.cursor.y) ?? false;
    return inMenu
      ? { prompt: menu?.title, idle: false, seen }
      : { prompt: line, idle: asksNothing(place, screen, line), seen };
  }
  const asked = painted ? fullScreenQuestion(screen) : undefined;
  if (asked !== undefined) return { prompt: asked, idle: false };
  const seen = await seeMenu(place);
  if (seen?.menu) return { prompt: seen.menu.title || undefined, idle: false, seen };
  if (screen.alternate) return { idle: true };
  const before = screen.rows[screen.cursor.y]?.slice(0, screen.cursor.x) ?? '';
  if (painted && before.trim() === '') return { idle: true };
  // A list of a kind that is not known as a menu has its question above it, too.
  const title = seen && !looksLikePrompt(screen) ? menuTitle(seen.screen, screen.cursor.y + 1) : '';
  const prompt = title.includes('?') ? title : line || lineAbove(screen);
  return { prompt, idle: asksNothing(place, screen, prompt), seen };
}

function isIdle({ command }: Pick<RunPlace, 'command'>, screen: Screen, prompt: string | undefined): boolean {
  return prompt !== undefined && isIdlePrompt(command, prompt, textAbove(screen));
}

function asksNothing(place: Pick<RunPlace, 'command'>, screen: Screen, prompt: string | undefined): boolean {
  return (prompt !== undefined && isPagerPrompt(prompt)) || isIdle(place, screen, prompt);
}
