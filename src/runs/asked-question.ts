import { askedOn, findMenu, type StyledScreen } from '../screen/index.js';
import type { RunPlace } from './run-place.js';
import type { WaitingStatus } from './status.js';

/** All that a run asks, without secrets: a client that has it can answer without another look. */
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
  const title = menu && menu.title !== '' ? redact([menu.title]).join(' ') : undefined;
  const asked = askedOn({ redact }, screen, { prompt, menu: menu ?? null });
  return { ...(title !== undefined && title !== prompt && { title }), ...asked };
}
