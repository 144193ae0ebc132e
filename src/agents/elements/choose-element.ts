import { isMuxError } from '../../model/index.js';
import { allNodes, type NodeQuery, type ScreenNode } from '../../screen/index.js';
import { answerDefaults } from '../registry/answer/answer-defaults.js';
import { moveFocus, requireRole } from './move-focus.js';
import { type ElementLook, notReached, type TreeTalk } from './tree-talk.js';

export interface ChooseElementOptions {
  /** Of a checkbox or a radio button, how it must be in the end (default: the other way). */
  readonly checked?: boolean | undefined;
  /** Whether Enter follows when an option is highlighted. @default true */
  readonly enter?: boolean | undefined;
}

/** What was done to an element, and what came of it. */
export interface ChosenElement {
  readonly node: ScreenNode;
  /** All keys that were pressed. */
  readonly keys: readonly string[];
  /**
   * `gone`: it is not on the screen any more. `changed`: the screen is another one, with it. `ended`: the program has ended.
   * `focused`: it has the focus, as was asked. `unchanged`: it was so already.
   */
  readonly effect: 'gone' | 'changed' | 'ended' | 'focused' | 'unchanged';
}

const choosable = ['option', 'button', 'checkbox', 'radio', 'tab', 'row', 'link'] as const;

/** Brings the focus to an element, takes it with Enter, or ticks it with Space, and sees the effect. */
export async function chooseElement(
  talk: TreeTalk,
  query: NodeQuery,
  { checked, enter = true }: ChooseElementOptions = {},
): Promise<ChosenElement> {
  const first = await talk.find(query);
  requireRole(first.node, choosable, 'chosen');
  if (checked !== undefined && first.node.state.includes(checked ? 'checked' : 'unchecked'))
    return { node: first.node, keys: [], effect: 'unchanged' };
  let { seen, keys } = await moveFocus(talk, first);
  const isMark = seen.node.role === 'checkbox' || seen.node.role === 'radio';
  if (!isMark && !enter) return { node: seen.node, keys, effect: 'focused' };
  const key = isMark ? 'Space' : 'Enter';
  for (let tries = 0; !(await talk.press(seen, key)); tries++) {
    if (tries === MOST_TRIES) throw notReached(talk.talk, seen.node, 'the screen changes all the time');
    ({ seen, keys } = await again(talk, seen, keys));
  }
  const effect = await effectOf(talk, seen, isMark);
  if (effect === undefined) throw notReached(talk.talk, seen.node, `${key} had no visible effect`);
  return { node: seen.node, keys: [...keys, key], effect };
}

const MOST_TRIES = 6;

async function again(
  talk: TreeTalk,
  seen: ElementLook,
  keys: readonly string[],
): Promise<{ seen: ElementLook; keys: readonly string[] }> {
  const moved = await moveFocus(talk, await talk.again(seen));
  return { seen: moved.seen, keys: [...keys, ...moved.keys] };
}

async function effectOf(
  talk: TreeTalk,
  { node, look }: ElementLook,
  isMark: boolean,
): Promise<'gone' | 'changed' | 'ended' | undefined> {
  const before = look.screen.rows.join('\n');
  try {
    return await talk.until(answerDefaults.chosenMs, (now) => {
      const same = [...allNodes(now.tree)].find(({ ref }) => ref === node.ref);
      if (!same) return isMark ? undefined : ('gone' as const);
      const isOther = isMark ? marksOf(same) !== marksOf(node) : now.look.screen.rows.join('\n') !== before;
      return isOther ? ('changed' as const) : undefined;
    });
  } catch (error) {
    if (isMuxError(error, 'PANE_NOT_FOUND', 'PANE_DEAD', 'NO_SERVER')) return 'ended';
    throw error;
  }
}

function marksOf({ state }: ScreenNode): string {
  return state.filter((each) => each === 'checked' || each === 'unchecked').join();
}
