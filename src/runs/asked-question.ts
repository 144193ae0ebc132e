import { findMenu, type Menu } from '../screen/menu.js';
import { menuOptions } from '../screen/menu-options.js';
import { dialogQuestion, screenQuestion } from '../screen/question.js';
import type { Screen } from '../screen/screen.js';
import type { StyledScreen } from '../screen/styled-screen.js';
import { yesOrNo } from '../screen/yes-or-no.js';
import type { RunPlace } from './run-place.js';
import type { WaitingStatus } from './status.js';

/** A screen with its attributes, and the list that it shows. */
export interface SeenMenu {
  readonly screen: StyledScreen;
  readonly menu: Menu | undefined;
}

export interface AskedSigns {
  readonly kind: WaitingStatus['kind'] | undefined;
  /** The line that asks, redacted: it may name its answers. */
  readonly prompt: string | undefined;
  /** Of the same moment, where the screen was looked at for a list already. */
  readonly seen: SeenMenu | undefined;
}

/** All that a run asks, without secrets: whoever is told needs no look of its own to answer it. */
export type AskedQuestion = Pick<WaitingStatus, 'title' | 'question' | 'fingerprint' | 'options'>;

/** Reads the question of a screen, with what can be answered. */
export async function askedQuestion(
  place: Pick<RunPlace, 'pane' | 'redactor'>,
  screen: Screen,
  { kind, prompt, seen }: AskedSigns,
): Promise<AskedQuestion> {
  // A program that reads a line shows no list that keys move in.
  const readsLine = kind === 'line' || kind === 'password';
  const found = readsLine ? undefined : (seen ?? (await seeMenu(place)));
  const menu = found?.menu;
  const redact = (lines: readonly string[]): string[] => place.redactor.screen(lines);
  const { text, fingerprint } =
    found && menu ? dialogQuestion(found.screen, menu) : screenQuestion(found?.screen ?? screen);
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

/** Looks for a list to choose from; nothing where the pane is gone. */
export async function seeMenu({ pane }: Pick<RunPlace, 'pane'>): Promise<SeenMenu | undefined> {
  const screen = await pane?.styledScreen().catch(() => undefined);
  return screen && { screen, menu: findMenu(screen) };
}
