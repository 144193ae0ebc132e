import { findMenu } from './menu.js';
import { menuOptions, type ShownOption } from './menu-options.js';
import type { Menu } from './menu-shape.js';
import { dialogQuestion, screenQuestion } from './question.js';
import type { StyledScreen } from './styled-screen.js';
import { yesOrNo } from './yes-or-no.js';

/** A question for people and models, without secrets. */
export interface Asked {
  readonly question: string;
  readonly fingerprint: string;
  readonly options?: ShownOption[];
}

/**
 * What a screen asks. All of it is of one moment.
 *
 * @param prompt the line that asks, where it is known: it may name its answers
 * @param menu the list; found on the screen where it is not given, `null` for none
 */
export function askedOn(
  { redact }: { redact(lines: readonly string[]): string[] },
  screen: StyledScreen,
  {
    prompt,
    menu = findMenu(screen),
  }: { readonly prompt?: string | undefined; readonly menu?: Menu | null | undefined } = {},
): Asked {
  const { text, fingerprint } = menu ? dialogQuestion(screen, menu) : screenQuestion(screen);
  const words = prompt === undefined ? undefined : yesOrNo(prompt);
  const options = words ?? (menu ? menuOptions(menu, redact) : undefined);
  return { question: redact(text.split('\n')).join('\n'), fingerprint, ...(options && { options }) };
}
