import {
  dialogQuestion,
  findMenu,
  type Menu,
  menuOptions,
  type StyledScreen,
  screenQuestion,
  yesOrNo,
} from '../../screen/index.js';
import type { OpenPane } from '../panes/open-pane.js';
import type { PromptOptions } from '../runs/prompt-options-field.js';

/** A question for people and models, without secrets. */
export interface Asked {
  readonly question: string;
  readonly fingerprint: string;
  readonly options?: PromptOptions;
}

/**
 * What the screen of a pane asks. All of it is of one moment.
 *
 * @param prompt the line that asks, where it is known: it may name its answers
 * @param menu the list; found on the screen where it is not given, `null` for none
 */
export function askedOn(
  { redact }: Pick<OpenPane, 'redact'>,
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
