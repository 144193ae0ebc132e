import {
  dialogQuestion,
  findMenu,
  menuOptions,
  type StyledScreen,
  screenQuestion,
  yesOrNo,
} from '../screen/index.js';
import type { RunPlace } from './run-place.js';
import type { WaitingStatus } from './status.js';

/** All that a run asks, without secrets: whoever is told needs no look of its own to answer it. */
export type AskedQuestion = Pick<WaitingStatus, 'title' | 'question' | 'fingerprint' | 'options'>;

/**
 * Reads the question of a screen, with what can be answered.
 *
 * @param prompt the line that asks, redacted: it may name its answers
 */
export function askedQuestion(
  { redactor }: Pick<RunPlace, 'redactor'>,
  screen: StyledScreen,
  kind: WaitingStatus['kind'] | undefined,
  prompt: string | undefined,
): AskedQuestion {
  // A program that reads a line shows no list that keys move in.
  const menu = kind === 'line' || kind === 'password' ? undefined : findMenu(screen);
  const redact = (lines: readonly string[]): string[] => redactor.screen(lines);
  const { text, fingerprint } = menu ? dialogQuestion(screen, menu) : screenQuestion(screen);
  const words = prompt === undefined ? undefined : yesOrNo(prompt);
  const options = words ?? (menu && menuOptions(menu, redact));
  const title = menu && menu.title !== '' ? redact([menu.title]).join(' ') : undefined;
  return {
    ...(title !== undefined && title !== prompt && { title }),
    question: redact(text.split('\n')).join('\n'),
    fingerprint,
    ...(options && { options }),
  };
}
