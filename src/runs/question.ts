import {
  findMenu,
  fullScreenQuestion,
  isIdlePrompt,
  isPagerPrompt,
  isPainted,
  menuTitle,
  type Screen,
  type StyledScreen,
} from '../screen/index.js';
import { lineAbove, looksLikePrompt, promptLine, textAbove } from './prompt-detection.js';
import type { RunPlace } from './run-place.js';
import type { WaitingStatus } from './status.js';

export interface Question {
  /** The text that asks. */
  readonly prompt?: string | undefined;
  /** It asks nobody anything: an editor, a monitor, a shell, an interpreter. */
  readonly idle: boolean;
}

/**
 * What a program that waits asks, read from its screen: the question above a menu, the words of a box with buttons, or
 * the line of the cursor.
 *
 * @param detected the line that a detector has found, which is the question then
 */
export function questionOn(
  place: Pick<RunPlace, 'command'>,
  screen: StyledScreen | undefined,
  kind: WaitingStatus['kind'],
  detected?: string,
): Question {
  if (!screen) return { prompt: detected, idle: false };
  if (kind === 'key' && detected === undefined) return keyQuestion(place, screen);
  const prompt = detected ?? (promptLine(screen) || lineAbove(screen));
  return { prompt, idle: kind !== 'password' && isIdle(place, screen, prompt) };
}

/** A program that takes single keys may have painted its question anywhere. */
function keyQuestion(place: Pick<RunPlace, 'command'>, screen: StyledScreen): Question {
  const line = promptLine(screen);
  const painted = isPainted(screen);
  if (!painted && line !== '' && screen.cursor.visible) {
    const menu = findMenu(screen);
    const inMenu = menu?.options.some(({ row }) => row === screen.cursor.y) ?? false;
    return inMenu
      ? { prompt: menu?.title, idle: false }
      : { prompt: line, idle: asksNothing(place, screen, line) };
  }
  const asked = painted ? fullScreenQuestion(screen) : undefined;
  if (asked !== undefined) return { prompt: asked, idle: false };
  const menu = findMenu(screen);
  if (menu) return { prompt: menu.title || undefined, idle: false };
  if (screen.alternate) return { idle: true };
  const before = screen.rows[screen.cursor.y]?.slice(0, screen.cursor.x) ?? '';
  if (painted && before.trim() === '') return { idle: true };
  // A list of a kind that is not known as a menu has its question above it, too.
  const title = looksLikePrompt(screen) ? '' : menuTitle(screen, screen.cursor.y + 1);
  const prompt = title.includes('?') ? title : line || lineAbove(screen);
  return { prompt, idle: asksNothing(place, screen, prompt) };
}

function isIdle({ command }: Pick<RunPlace, 'command'>, screen: Screen, prompt: string | undefined): boolean {
  return prompt !== undefined && isIdlePrompt(command, prompt, textAbove(screen));
}

function asksNothing(place: Pick<RunPlace, 'command'>, screen: Screen, prompt: string | undefined): boolean {
  return (prompt !== undefined && isPagerPrompt(prompt)) || isIdle(place, screen, prompt);
}
