import type { Evidence } from '../../../delivery/index.js';
import { isMuxError } from '../../../model/index.js';
import type { Menu } from '../../../screen/index.js';
import { answerDefaults } from './answer-defaults.js';
import { optionText } from './find-option.js';
import { isSameQuestion, type MenuLook, type MenuTalk, menuIn, notChosen } from './menu-talk.js';

/** An option that was taken. */
export interface Chosen {
  readonly label: string;
  readonly evidence: readonly Evidence[];
  /** Whether another question is there at once. */
  readonly asksAgain: boolean;
}

/** Goes to an option, looks whether it is the highlighted one, takes it with Enter, and sees the menu go. */
export async function chooseOption(talk: MenuTalk, pick: (menu: Menu) => number): Promise<Chosen> {
  const begin = performance.now();
  const at = (): number => Math.round(performance.now() - begin);
  const first = await talk.firstMenu();
  const index = pick(first.menu);
  let seen = first;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    seen = await highlight(talk, seen, index);
    const label = optionText(seen.highlighted);
    const reached = { source: 'screen', detail: `'${label}' was highlighted`, atMs: at() } as const;
    if (!(await talk.press(seen, 'Enter'))) {
      seen = await talk.sameMenu(first);
      continue;
    }
    const asksAgain = await seeMenuGo(talk, seen);
    const gone = {
      source: 'screen',
      detail: `"${seen.menu.title}" was gone after Enter`,
      atMs: at(),
    } as const;
    return { label: seen.highlighted.label, evidence: [reached, gone], asksAgain };
  }
  throw notChosen(talk, 'the screen changed all the time');
}

/**
 * Moves the highlight to an option, one key at a time, and reads the screen after each. All of it on the question that
 * was there first: where another one comes in its place, nothing is chosen.
 */
export async function highlight(talk: MenuTalk, first: MenuLook, index: number): Promise<MenuLook> {
  let seen = first;
  const mostKeys = 3 * first.menu.options.length + 4;
  for (let keys = 0; keys < mostKeys; keys++) {
    const current = seen.menu.highlighted ?? 0;
    if (index === current) return seen;
    const [next, previous] = seen.menu.sideBySide ? (['Right', 'Left'] as const) : (['Down', 'Up'] as const);
    seen = await move(talk, seen, index > current ? next : previous);
  }
  throw notChosen(talk, 'the highlight does not get there');
}

/**
 * Resolves when the question is gone; `true` where there is another one in its place. Enter is never pressed again:
 * the next question may look the same, and it would be answered unseen.
 */
export async function seeMenuGo(talk: MenuTalk, seen: MenuLook): Promise<boolean> {
  const looking = talk.until(answerDefaults.chosenMs, (look) => {
    const now = menuIn(look);
    if (!now) return look.agent.menu ? undefined : false;
    return isSameQuestion(now, seen) ? undefined : true;
  });
  const asksAgain = await looking.catch((error: unknown) => {
    if (talk.isPlain && isMuxError(error, 'PANE_NOT_FOUND', 'PANE_DEAD', 'NO_SERVER')) return false;
    throw error;
  });
  if (asksAgain !== undefined) return asksAgain;
  throw notChosen(talk, `"${seen.menu.title}" is still there after Enter`);
}

async function move(
  talk: MenuTalk,
  seen: MenuLook,
  key: 'Up' | 'Down' | 'Left' | 'Right',
): Promise<MenuLook> {
  if (!(await talk.press(seen, key))) return talk.sameMenu(seen);
  const moved = await talk.until(answerDefaults.moveMs, (look) => {
    const now = menuIn(look);
    // What is half painted is not the same for a moment.
    const has = now && isSameQuestion(now, seen) && now.menu.highlighted !== seen.menu.highlighted;
    return has ? now : undefined;
  });
  if (moved) return moved;
  await talk.sameMenu(seen);
  throw notChosen(talk, `the highlight stays on '${optionText(seen.highlighted)}'`);
}

const MOST_TRIES = 6;
